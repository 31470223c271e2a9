//! The results of the receiving server's checks of a sender: the field `Authentication-Results` (RFC 8601).

/// The receiving server's statement about a sender.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The domain of the sender sent the message.
    Confirmed,
    /// A check failed; contains the results.
    Denied(String),
    /// No result is stated, or none about the domain of the sender.
    Unstated,
}

/// One result, like `dkim=pass header.d=bank.example`.
#[derive(Debug, Default, PartialEq, Eq)]
struct CheckResult {
    method: String,
    result: String,
    /// The properties, like `header.d`, with their values.
    properties: Vec<(String, String)>,
}

/// Returns the statement of the topmost field, if it is by `receiving_server`. All fields below it, and
/// fields by others, could be by the sender.
pub(crate) fn verdict(fields: &[String], receiving_server: &str, sender: &str) -> Verdict {
    let Some(results) = fields.first().and_then(|field| parse(field, receiving_server)) else {
        return Verdict::Unstated;
    };
    let domain = domain_of(sender);
    let of = |method: &str, result: &str| {
        results.iter().any(|known| known.method == method && known.result == result)
    };
    let is_confirmed = results.iter().any(|known| known.result == "pass" && is_about(known, domain));
    // DMARC weighs the other two, and knows the policy of the domain.
    if is_confirmed && !of("dmarc", "fail") {
        return Verdict::Confirmed;
    }
    if ["dmarc", "dkim", "spf"].iter().any(|method| of(method, "fail")) {
        let stated = results.iter().filter(|known| ["dmarc", "dkim", "spf"].contains(&&known.method[..]));
        let stated: Vec<String> =
            stated.map(|known| format!("{}={}", known.method, known.result)).take(6).collect();
        return Verdict::Denied(stated.join(", "));
    }
    Verdict::Unstated
}

/// True if a result is about the domain of the sender, as DMARC aligns them.
fn is_about(result: &CheckResult, domain: &str) -> bool {
    let names: &[&str] = match &result.method[..] {
        "dmarc" => &["header.from"],
        "dkim" => &["header.d", "header.i"],
        "spf" => &["smtp.mailfrom", "smtp.mfrom"],
        _ => &[],
    };
    let mut values = result.properties.iter().filter(|(name, _)| names.contains(&&name[..]));
    values.any(|(_, value)| are_aligned(domain_of(value), domain))
}

/// Returns the part after the last `@`.
fn domain_of(address: &str) -> &str {
    address.rsplit('@').next().unwrap_or(address)
}

/// True for the same domain, or a domain and one below it. A domain of the first level is aligned with none.
fn are_aligned(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_ascii_lowercase(), other.to_ascii_lowercase());
    let is_below = |low: &str, high: &str| {
        high.contains('.') && low.strip_suffix(high).is_some_and(|rest| rest.ends_with('.'))
    };
    !one.is_empty() && (one == other || is_below(&one, &other) || is_below(&other, &one))
}

/// Returns the results of a field; `None` if it is by another server.
fn parse(field: &str, receiving_server: &str) -> Option<Vec<CheckResult>> {
    let mut parts = without_comments(field).into_iter();
    let server = parts.next()?.into_iter().next()?;
    if !server.eq_ignore_ascii_case(receiving_server) {
        return None;
    }
    Some(parts.filter_map(result).collect())
}

/// Reads a result from its words.
fn result(words: Vec<String>) -> Option<CheckResult> {
    let mut read = CheckResult::default();
    for word in words {
        let Some((name, value)) = word.split_once('=') else { continue };
        let (name, value) = (name.to_ascii_lowercase(), value.to_owned());
        if read.method.is_empty() {
            // A version may follow the method: `dkim/1=pass`.
            name.split('/').next()?.clone_into(&mut read.method);
            read.result = value.to_ascii_lowercase();
        } else {
            read.properties.push((name, value));
        }
    }
    (!read.method.is_empty()).then_some(read)
}

/// Splits a field at semicolons into words, without comments and quotation marks.
fn without_comments(field: &str) -> Vec<Vec<String>> {
    let (mut parts, mut words, mut word) = (Vec::new(), Vec::new(), String::new());
    let (mut depth, mut is_quoted) = (0_u32, false);
    let mut characters = field.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if is_quoted || depth > 0 => {
                let escaped = characters.next();
                word.extend(escaped.filter(|_| depth == 0));
            }
            '"' if depth == 0 => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            ';' if !is_quoted => {
                words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
                parts.push(std::mem::take(&mut words));
            }
            space if space.is_whitespace() && !is_quoted => {
                words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
            }
            other => word.push(other),
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    parts.push(words);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fields: &[&str]) -> Verdict {
        let fields: Vec<String> = fields.iter().map(|field| (*field).to_owned()).collect();
        verdict(&fields, "mx.example.org", "news@bank.example")
    }

    #[test]
    fn a_pass_of_the_senders_domain_confirms_it() {
        for field in [
            "mx.example.org; dkim=pass header.d=bank.example",
            "MX.example.org 1; spf=pass (sender (SPF) ok; dkim=fail) smtp.mailfrom=bounce@mail.bank.example",
            " mx.example.org;\r\n\tdkim=fail header.d=list.example;\r\n dkim/1=pass header.i=@bank.example",
            "mx.example.org; dmarc=pass (p=REJECT) header.from=bank.example; spf=fail smtp.mailfrom=x@y.example",
            "\"mx.example.org\"; dkim=\"pass\" header.d=\"bank.example\"",
        ] {
            assert_eq!(of(&[field]), Verdict::Confirmed, "{field}");
        }
    }

    #[test]
    fn a_pass_of_another_domain_says_nothing() {
        for field in [
            "mx.example.org; dkim=pass header.d=evil.example",
            "mx.example.org; spf=pass smtp.mailfrom=a@evilbank.example",
            "mx.example.org; dkim=pass header.d=example",
            "mx.example.org; dkim=pass",
            "mx.example.org; none",
            "mx.example.org; iprev=pass policy.iprev=192.0.2.1; spf=softfail smtp.mailfrom=a@bank.example",
            "mx.example.org; dkim=none (dkim=pass header.d=bank.example)",
            "mx.example.org; reason=\"; dkim=pass header.d=bank.example\"",
            "mx.example.org",
            "",
            ";;;(((\"",
        ] {
            assert_eq!(of(&[field]), Verdict::Unstated, "{field}");
        }
    }

    #[test]
    fn a_failure_denies_the_sender() {
        let denied = Verdict::Denied("dkim=fail, spf=none".to_owned());
        assert_eq!(of(&["mx.example.org; dkim=fail header.d=bank.example; spf=none"]), denied);
        let denied = Verdict::Denied("dkim=pass, dmarc=fail".to_owned());
        assert_eq!(of(&["mx.example.org; dkim=pass header.d=bank.example; dmarc=fail"]), denied);
    }

    #[test]
    fn only_the_topmost_field_of_the_receiving_server_counts() {
        let pass = "mx.example.org; dkim=pass header.d=bank.example";
        assert_eq!(of(&["other.example; dkim=none", pass]), Verdict::Unstated);
        assert_eq!(of(&["other.example; dkim=pass header.d=bank.example"]), Verdict::Unstated);
        assert_eq!(of(&["mx.example.org; spf=none", pass]), Verdict::Unstated);
        assert_eq!(of(&[]), Verdict::Unstated);
        assert_eq!(of(&[pass, "mx.example.org; dkim=fail"]), Verdict::Confirmed);
    }
}
