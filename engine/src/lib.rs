//! Reference engine: the clearest implementation of the protocols, sans-IO.
