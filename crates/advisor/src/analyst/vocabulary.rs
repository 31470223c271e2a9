//! The words that ask, as opposed to names.

/// True for an asking word. Alone, it is never the name of a category or merchant.
pub(super) fn is_asking(word: &str) -> bool {
    ASKING.binary_search(&word).is_ok()
}

/// The asking words in alphabetical order, for the binary search.
#[rustfmt::skip]
const ASKING: &[&str] = &[
    "a", "about", "above", "account", "accounts", "actual", "actually", "after", "against", "ago",
    "all", "also", "altogether", "am", "amount", "amounted", "amounts", "an", "and", "any", "anybody",
    "anyone", "anything", "approximately", "are", "around", "as", "aside", "at", "average", "averaged",
    "avg", "balance", "balances", "bank", "based", "basis", "be", "became", "become", "been", "before",
    "beginning", "being", "below", "between", "big", "bigger", "biggest", "bit", "blew", "blow", "both",
    "bought", "break", "breakdown", "bucks", "burn", "burned", "burnt", "but", "buy", "buying", "by",
    "called", "came", "can", "card", "cash", "cashflow", "categories", "category", "change", "changed",
    "charge", "charged", "charges", "chart", "charts", "cheap", "cheaper", "cheapest", "combined",
    "come", "comes", "coming", "companies", "company", "compare", "compared", "comparison", "cost",
    "costs", "cough", "could", "could've", "count", "counted", "counting", "cumulative", "curious",
    "current", "currently", "daily", "data", "date", "dates", "day", "days", "dear", "decrease",
    "deficit", "deposit", "deposits", "detail", "details", "did", "didn't", "difference", "different",
    "disappear", "disappeared", "display", "distinct", "do", "does", "dollar", "dollars", "don't",
    "down", "draw", "drawing", "drawn", "drop", "dropped", "during", "each", "earlier", "earliest",
    "earn", "earned", "earning", "earnings", "either", "else", "end", "entire", "entries", "entry",
    "eur", "euro", "euros", "even", "ever", "every", "everything", "exactly", "exceed", "exceeded",
    "exceeds", "expenditure", "expense", "expenses", "expensive", "explain", "fairly", "far", "figure",
    "figured", "figures", "find", "first", "flow", "following", "for", "fork", "fraction", "frequent",
    "frequently", "from", "full", "gbp", "generally", "get", "gets", "getting", "give", "given", "go",
    "goes", "going", "gone", "gonna", "good", "got", "gotta", "graph", "great", "greatest", "group",
    "grouped", "guess", "habit", "habits", "had", "hand", "happen", "happened", "has", "have", "hello",
    "help", "here's", "hey", "hi", "high", "higher", "highest", "history", "hmm", "how", "however", "i",
    "i'd", "i'll", "i'm", "i've", "idea", "if", "in", "include", "included", "including", "income",
    "incoming", "increase", "inr", "interested", "into", "is", "isn't", "it", "it's", "item", "items",
    "jpy", "just", "keep", "kept", "kind", "kinda", "know", "known", "large", "larger", "largest",
    "last", "lately", "later", "latest", "least", "left", "leftover", "less", "let", "let's", "lets",
    "level", "levels", "like", "list", "long", "look", "looking", "lot", "lots", "low", "lower",
    "lowest", "made", "make", "makes", "many", "max", "maximum", "maybe", "me", "mean", "median",
    "merchant", "merchants", "min", "mind", "minimum", "moment", "money", "money's", "month", "month's",
    "monthly", "months", "more", "most", "mostly", "much", "must", "my", "near", "need", "net",
    "newest", "next", "nice", "no", "normal", "normally", "not", "now", "number", "numbers", "of",
    "off", "often", "ok", "okay", "old", "oldest", "on", "one", "ones", "only", "open", "or", "order",
    "other", "our", "out", "outflow", "outgoing", "outgoings", "over", "overall", "overview", "owe",
    "owed", "own", "paid", "part", "pay", "payee", "payees", "paying", "payment", "payments", "people",
    "per", "percent", "percentage", "perhaps", "period", "periods", "place", "places", "please", "plot",
    "plus", "possibly", "pounds", "pretty", "previous", "priciest", "proportion", "purchase",
    "purchases", "put", "quarter", "quarters", "question", "quick", "quickly", "quite", "rate",
    "rather", "ratio", "really", "receive", "received", "recent", "recently", "regard", "regarding",
    "regularly", "relation", "relative", "remain", "remaining", "remains", "remind", "report",
    "respectively", "result", "rich", "right", "roughly", "rupees", "saldo", "same", "save", "saved",
    "saving", "savings", "search", "see", "seem", "seems", "separately", "shall", "share", "shop",
    "shops", "should", "show", "shown", "since", "single", "small", "smaller", "smallest", "so", "some",
    "somebody", "somehow", "something", "sorry", "sort", "sorted", "spend", "spending", "spendings",
    "spends", "spent", "split", "splurge", "splurged", "start", "statement", "statements", "stay",
    "stayed", "still", "store", "stores", "stuff", "such", "sum", "summarise", "summarize", "summary",
    "summed", "sums", "supposed", "sure", "surplus", "table", "take", "talk", "tell", "than", "thank",
    "thanks", "that", "that's", "the", "their", "them", "then", "there", "there's", "therefore",
    "thereof", "these", "they", "thing", "things", "think", "this", "those", "through", "throughout",
    "till", "time", "times", "tiniest", "to", "today", "today's", "together", "too", "top", "total",
    "totally", "totals", "toward", "towards", "transaction", "transactions", "try", "type", "typical",
    "typically", "under", "unique", "until", "up", "upon", "us", "usd", "use", "used", "using", "usual",
    "usually", "vary", "vendor", "vendors", "versus", "very", "via", "view", "visit", "visited",
    "visits", "visualise", "vs", "wanna", "want", "was", "way", "we", "week", "week's", "weekday",
    "weekdays", "weekend", "weekly", "weeks", "well", "went", "were", "what", "what's", "whats", "when",
    "where", "whether", "which", "while", "who", "whole", "why", "will", "wise", "with", "withdrawal",
    "withdrawals", "within", "without", "wonder", "wondering", "worth", "would", "would've", "yeah",
    "year", "year's", "yearly", "years", "yen", "yep", "yes", "you", "you're", "your",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_in_order_so_that_they_are_found() {
        assert!(ASKING.is_sorted());
        assert!(is_asking("how") && is_asking("a") && is_asking("your") && !is_asking("groceries"));
    }
}
