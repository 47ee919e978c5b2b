//! Universal Chinese Chess Protocol, version 3.0.
