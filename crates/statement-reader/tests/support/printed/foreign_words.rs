//! Words of languages that the reader does not know.

use super::words::{BRITAIN, Language};

/// The languages. They are drawn only if a statement is to be in a language without words in the reader.
pub(crate) static UNKNOWN_LANGUAGES: [Language; 3] = [ICELAND, TANZANIA, ESTONIA];

const PAYEES: &[&str] =
    &["BONUS", "N1 OLIS 4021", "DUKA LA DAWA", "M-PESA 0042", "RIMI 17", "LANDSVIRKJUN", "TANESCO"];

const ICELAND: Language = Language {
    name: "Iceland",
    currency: "ISK",
    symbol: "kr.",
    cents: false,
    dates: &["dd.mm.yyyy", "dd.mm.yy", "dd.mm."],
    period_date: "dd.mm.yyyy",
    numbers: &[(".", ",")],
    period: ("Tímabil", "til"),
    date: &["Dagsetning"],
    value_date: "Vaxtadagur",
    description: &["Skýring"],
    amount: "Upphæð",
    split: &[("Úttekt", "Innborgun")],
    balance: "Staða",
    reference: "Tilvísun",
    balances: &[("Staða í upphafi", "Staða í lok")],
    carried: ("Flutt frá", "Flutt á"),
    totals: ("Samtals inn", "Samtals út"),
    account: "Reikningur",
    page: ("Síða", "af"),
    small_print: "Bankinn starfar undir eftirliti.",
    payees: PAYEES,
    ..BRITAIN
};

const TANZANIA: Language = Language {
    name: "Tanzania",
    currency: "TZS",
    symbol: "TSh",
    dates: &["dd/mm/yyyy", "dd-mm-yyyy", "dd/mm/yy"],
    period_date: "dd/mm/yyyy",
    period: ("Kipindi", "hadi"),
    date: &["Tarehe"],
    value_date: "Tarehe ya thamani",
    description: &["Maelezo"],
    amount: "Kiasi",
    split: &[("Kutoka", "Kuingia")],
    balance: "Salio",
    reference: "Kumbukumbu",
    balances: &[("Salio la mwanzo", "Salio la mwisho")],
    carried: ("Salio lililoletwa", "Salio lililopelekwa"),
    totals: ("Jumla ya kuingia", "Jumla ya kutoka"),
    account: "Akaunti",
    page: ("Ukurasa", "ya"),
    small_print: "Benki inasimamiwa kisheria.",
    payees: PAYEES,
    ..BRITAIN
};

const ESTONIA: Language = Language {
    name: "Estonia",
    currency: "EUR",
    symbol: "€",
    dates: &["dd.mm.yyyy", "dd.mm.yy", "dd.mm."],
    period_date: "dd.mm.yyyy",
    numbers: &[(" ", ","), ("", ",")],
    period: ("Periood", "kuni"),
    date: &["Kuupäev"],
    value_date: "Väärtuspäev",
    description: &["Selgitus"],
    amount: "Summa",
    split: &[("Väljaminek", "Sissetulek")],
    balance: "Jääk",
    reference: "Viitenumber",
    balances: &[("Algjääk", "Lõppjääk")],
    carried: ("Üle toodud", "Üle viidud"),
    totals: ("Laekumised kokku", "Kulud kokku"),
    account: "Konto",
    page: ("Leht", "kokku"),
    small_print: "Pank tegutseb järelevalve all.",
    payees: PAYEES,
    ..BRITAIN
};
