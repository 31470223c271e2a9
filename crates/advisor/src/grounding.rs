//! Every figure in a reply is one that a tool returned.
