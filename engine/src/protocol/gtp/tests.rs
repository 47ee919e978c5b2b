//! Tests the GTP core in conversations with a virtual clock.
