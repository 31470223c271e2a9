//! An error with its causes, as text.

use std::error::Error;
use std::fmt;

/// Formats an error and its causes on one line, separated by colons.
pub struct Chain<'a>(pub &'a (dyn Error + 'static));

impl fmt::Display for Chain<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)?;
        let mut cause = self.0.source();
        while let Some(error) = cause {
            write!(formatter, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[derive(Debug)]
    struct Unreadable(io::Error);

    impl fmt::Display for Unreadable {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("cannot read the file")
        }
    }

    impl Error for Unreadable {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    #[test]
    fn the_causes_follow_the_error() {
        let cause = io::Error::other("no permission");
        assert_eq!(Chain(&cause).to_string(), "no permission");
        assert_eq!(Chain(&Unreadable(cause)).to_string(), "cannot read the file: no permission");
    }
}
