//! Words that ask, rather than name something.

/// Whether a word asks: such a word alone is never the name of a category or merchant.
pub(super) fn is_asking(word: &str) -> bool {
    ASKING.binary_search(&word).is_ok()
}

/// In the order of the alphabet.
#[rustfmt::skip]
const ASKING: &[&str] = &[
    "a", "about", "above", "account", "accounts", "actually", "after", "against", "ago", "all", "also",
    "altogether", "am", "amount", "amounts", "an", "and", "any", "anybody", "anyone", "anything", "are",
    "around", "as", "aside", "at", "average", "averaged", "avg", "balance", "balances", "bank", "be", "been",
    "before", "beginning", "being", "below", "between", "big", "bigger", "biggest", "bought", "break",
    "breakdown", "but", "buy", "buying", "by", "called", "came", "can", "card", "cash", "cashflow",
    "categories", "category", "change", "changed", "charge", "charged", "charges", "chart", "cheap",
    "cheaper", "cheapest", "combined", "come", "comes", "companies", "company", "compare", "compared",
    "comparison", "cost", "costs", "could", "count", "current", "currently", "daily", "data", "date",
    "dates", "day", "days", "decrease", "deficit", "deposit", "deposits", "detail", "details", "did",
    "didn't", "difference", "different", "display", "do", "does", "dollar", "dollars", "don't", "down",
    "during", "each", "earlier", "earliest", "earn", "earned", "earning", "earnings", "end", "entire",
    "entries", "entry", "eur", "euro", "euros", "ever", "every", "everything", "exactly", "expenditure",
    "expense", "expenses", "expensive", "explain", "far", "figure", "figures", "find", "first", "flow",
    "following", "for", "fraction", "from", "full", "get", "give", "go", "goes", "going", "gone", "got",
    "graph", "greatest", "group", "grouped", "habit", "habits", "had", "happened", "has", "have", "hello",
    "help", "hey", "hi", "high", "higher", "highest", "history", "how", "i", "i'm", "i've", "if", "in",
    "income", "incoming", "increase", "into", "is", "isn't", "it", "item", "items", "just", "kind", "know",
    "known", "large", "larger", "largest", "last", "lately", "later", "latest", "least", "left", "leftover",
    "less", "like", "list", "long", "look", "looking", "lot", "low", "lower", "lowest", "made", "make",
    "many", "max", "maximum", "me", "mean", "median", "merchant", "merchants", "min", "minimum", "moment",
    "money", "month", "monthly", "months", "more", "most", "much", "must", "my", "near", "need", "net",
    "newest", "next", "no", "not", "now", "number", "numbers", "of", "off", "often", "ok", "okay", "old",
    "oldest", "on", "one", "ones", "only", "open", "or", "order", "other", "our", "out", "outgoing",
    "outgoings", "over", "overall", "overview", "owe", "owed", "own", "paid", "part", "pay", "payee",
    "payees", "paying", "payment", "payments", "people", "per", "percent", "percentage", "period", "periods",
    "place", "places", "please", "plot", "pounds", "previous", "priciest", "proportion", "purchase",
    "purchases", "put", "quarter", "quarters", "rate", "ratio", "really", "receive", "received", "recent",
    "recently", "remain", "remaining", "remains", "report", "rich", "right", "roughly", "same", "save",
    "saved", "saving", "savings", "search", "see", "separately", "share", "shop", "shops", "should", "show",
    "shown", "since", "single", "small", "smaller", "smallest", "so", "some", "somebody", "something",
    "sort", "sorted", "spend", "spending", "spendings", "spends", "spent", "split", "start", "statement",
    "statements", "still", "store", "stores", "such", "sum", "summarise", "summarize", "summary", "summed",
    "surplus", "table", "take", "tell", "than", "thank", "thanks", "that", "the", "their", "them", "then",
    "there", "these", "they", "thing", "things", "think", "this", "those", "throughout", "till", "time",
    "times", "tiniest", "to", "today", "together", "top", "total", "totals", "transaction", "transactions",
    "type", "typical", "typically", "under", "until", "up", "us", "use", "used", "using", "usually",
    "vendor", "vendors", "versus", "view", "visit", "visited", "vs", "want", "was", "way", "we", "week",
    "weekday", "weekdays", "weekend", "weekly", "weeks", "went", "were", "what", "what's", "whats", "when",
    "where", "which", "while", "who", "whole", "why", "will", "with", "withdrawal", "withdrawals", "within",
    "worth", "would", "year", "yearly", "years", "yen", "yes", "you", "your",
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
