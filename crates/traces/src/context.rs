//! Ids of traces and spans, and the header `traceparent` (W3C Trace Context).

/// The place of a span in a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SpanContext {
    /// The id of the trace; never 0.
    pub(crate) trace: u128,
    /// The id of the span; never 0.
    pub(crate) span: u64,
    /// True if the trace is exported.
    pub(crate) is_sampled: bool,
}

impl SpanContext {
    /// Begins a trace, of which `share` are sampled.
    pub(crate) fn root(share: f64) -> Self {
        let trace = rand::random::<u128>().max(1);
        Self { trace, span: new_span(), is_sampled: is_sampled(trace, share) }
    }

    /// Returns the context of a new span below this one.
    pub(crate) fn child(self) -> Self {
        Self { span: new_span(), ..self }
    }

    /// Parses the value of `traceparent`. Versions after 00 may have more fields.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut fields = text.split('-');
        let version = hexadecimal(fields.next()?, 2)?;
        let trace = hexadecimal(fields.next()?, 32).filter(|id| *id != 0)?;
        let span = hexadecimal(fields.next()?, 16).filter(|id| *id != 0)?;
        let flags = hexadecimal(fields.next()?, 2)?;
        let is_valid = version != 0xff && (version != 0 || fields.next().is_none());
        let span = u64::try_from(span).ok()?;
        is_valid.then_some(Self { trace, span, is_sampled: flags & 1 == 1 })
    }
}

fn new_span() -> u64 {
    rand::random::<u64>().max(1)
}

/// Parses lowercase hexadecimal digits.
fn hexadecimal(text: &str, digits: usize) -> Option<u128> {
    let is_valid =
        text.len() == digits && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    is_valid.then(|| u128::from_str_radix(text, 16).ok()).flatten()
}

/// Decides by the last four bytes of the id, so that each process decides alike about one trace.
fn is_sampled(trace: u128, share: f64) -> bool {
    let last = u32::try_from(trace & u128::from(u32::MAX)).unwrap_or(u32::MAX);
    f64::from(last) < share * (f64::from(u32::MAX) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valid_traceparent_is_parsed() {
        let parsed = SpanContext::parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01").unwrap();
        assert_eq!(parsed.trace, 0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c);
        assert_eq!((parsed.span, parsed.is_sampled), (0xb7ad_6b71_6920_3331, true));
        let off = SpanContext::parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00").unwrap();
        assert!(!off.is_sampled);
        let later = "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-03-more";
        assert!(SpanContext::parse(later).unwrap().is_sampled);
        for wrong in [
            "",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
            "00-+af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-é7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        ] {
            assert_eq!(SpanContext::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_share_decides_how_many_traces_are_sampled() {
        let count = |share| (0..4_000).filter(|_| SpanContext::root(share).is_sampled).count();
        assert_eq!((count(0.0), count(1.0)), (0, 4_000));
        let half = count(0.5);
        assert!((1_700..2_300).contains(&half), "{half}");
    }
}
