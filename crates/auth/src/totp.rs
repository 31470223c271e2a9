//! Time-based one-time passwords (RFC 6238), as authenticator apps generate them: SHA-1, six digits,
//! 30 seconds.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rand::Rng as _;
use saldo_domain::Timestamp;
use totp_rs::{Builder, Totp};

const DIGITS: u8 = 6;
const STEP_SECONDS: u64 = 30;
/// The number of time steps before and after the current one that are accepted, because clocks differ and
/// typing takes time.
const DRIFT_STEPS: u16 = 1;

/// The secret that a user's app shares with this instance: 160 bits, as RFC 4226 recommends. It is
/// never logged.
#[derive(Clone)]
pub(crate) struct TotpSecret(Vec<u8>);

impl TotpSecret {
    const LENGTH: usize = 20;

    pub(crate) fn generate() -> Self {
        let mut bytes = vec![0; Self::LENGTH];
        rand::rng().fill_bytes(&mut bytes);
        Self(bytes)
    }

    pub(crate) const fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the time step of a code, if it is the current one, the one before or the one after. The caller
    /// must not accept a step twice.
    pub(crate) fn step_of(&self, code: &str, now: Timestamp) -> Option<u64> {
        let seconds = u64::try_from(now.as_milliseconds() / 1_000).ok()?;
        self.totp().check(code, seconds)
    }

    /// Returns the `otpauth:` URI that an app reads from a QR code. The order and the encoding are
    /// those of better-auth.
    pub(crate) fn uri(&self, issuer: &str, account: &str) -> String {
        const KEPT: &AsciiSet = &NON_ALPHANUMERIC
            .remove(b'-')
            .remove(b'_')
            .remove(b'.')
            .remove(b'!')
            .remove(b'~')
            .remove(b'*')
            .remove(b'\'')
            .remove(b'(')
            .remove(b')');
        let encode = |text| utf8_percent_encode(text, KEPT);
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query
            .append_pair("secret", &self.totp().secret().to_base32())
            .append_pair("issuer", issuer)
            .append_pair("digits", &DIGITS.to_string())
            .append_pair("period", &STEP_SECONDS.to_string());
        format!("otpauth://totp/{}:{}?{}", encode(issuer), encode(account), query.finish())
    }

    fn totp(&self) -> Totp {
        // `build` checks only the digits, the period and the length of the secret, which are constants here.
        Builder::new()
            .with_digits(DIGITS)
            .with_skew(DRIFT_STEPS)
            .with_step_duration(STEP_SECONDS)
            .with_secret(self.0.clone())
            .build_noncompliant()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the secret of RFC 6238's test vectors. Their codes have eight digits; ours are the
    /// last six of them.
    fn rfc() -> TotpSecret {
        TotpSecret::from_bytes(b"12345678901234567890".to_vec())
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_milliseconds(seconds * 1_000)
    }

    #[test]
    fn codes_match_rfc_6238() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            let step = u64::try_from(seconds / 30).unwrap();
            assert_eq!(rfc().step_of(code, at(seconds)), Some(step), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_accepted_one_time_step_early_or_late() {
        let (start, step) = (1_111_111_110, 37_037_037);
        for (seconds, taken) in [(-31, false), (-30, true), (0, true), (29, true), (59, true), (60, false)] {
            let found = rfc().step_of("050471", at(start + seconds));
            assert_eq!(found, taken.then_some(step), "{seconds} seconds");
        }
    }

    #[test]
    fn a_malformed_code_is_rejected() {
        for code in ["", "05047", "0504711", "05047a", "050472", "٠٥٠٤٧١", "-50471"] {
            assert_eq!(rfc().step_of(code, at(1_111_111_111)), None, "{code}");
        }
    }

    #[test]
    fn the_uri_equals_that_of_better_auth() {
        let uri = rfc().uri("My Bank & Co", "ada+x@example.com");
        let query = "secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=My+Bank+%26+Co&digits=6&period=30";
        let path = "otpauth://totp/My%20Bank%20%26%20Co:ada%2Bx%40example.com";
        assert_eq!(uri, format!("{path}?{query}"));
    }

    #[test]
    fn secrets_are_unique() {
        let (one, two) = (TotpSecret::generate(), TotpSecret::generate());
        assert_eq!(one.as_bytes().len(), 20);
        assert_ne!(one.as_bytes(), two.as_bytes());
    }
}
