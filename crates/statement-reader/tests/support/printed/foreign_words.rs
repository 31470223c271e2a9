//! Words of languages that the reader does not know.

use super::words::{BRITAIN, Language};

/// The languages. They are drawn only if a statement is to be in a language without words in the reader.
pub(crate) static UNKNOWN_LANGUAGES: [Language; 3] = [ICELAND, TANZANIA, ESTONIA];

/// The languages of another habit, so that words for the first ones do not help.
pub(crate) static OTHER_LANGUAGES: [Language; 4] = [ALBANIA, AZERBAIJAN, MADAGASCAR, WALES];

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

const ALBANIA: Language = Language {
    name: "Albania",
    currency: "ALL",
    symbol: "L",
    dates: &["dd.mm.yyyy", "dd/mm/yyyy", "dd.mm.yy", "d month yyyy"],
    period_date: "dd.mm.yyyy",
    numbers: &[(",", "."), (" ", ",")],
    long_months: [
        "janar", "shkurt", "mars", "prill", "maj", "qershor", "korrik", "gusht", "shtator", "tetor",
        "nëntor", "dhjetor",
    ],
    period: ("Periudha", "deri më"),
    date: &["Data"],
    value_date: "Data e vlerës",
    description: &["Përshkrimi"],
    amount: "Shuma",
    split: &[("Debitim", "Kreditim")],
    balance: "Gjendja",
    reference: "Referenca",
    balances: &[("Gjendja fillestare", "Gjendja përfundimtare")],
    carried: ("Bartur nga faqja", "Për t'u bartur"),
    totals: ("Gjithsej hyrje", "Gjithsej dalje"),
    account: "Llogaria",
    page: ("Faqja", "nga"),
    small_print: "Banka mbikëqyret nga autoritetet.",
    payees: PAYEES,
    ..BRITAIN
};

const AZERBAIJAN: Language = Language {
    name: "Azerbaijan",
    currency: "AZN",
    symbol: "₼",
    dates: &["dd.mm.yyyy", "dd.mm.yy", "dd.mm.", "dd month yyyy"],
    period_date: "dd.mm.yyyy",
    numbers: &[(" ", "."), (",", "."), ("", ",")],
    long_months: [
        "yanvar", "fevral", "mart", "aprel", "may", "iyun", "iyul", "avqust", "sentyabr", "oktyabr",
        "noyabr", "dekabr",
    ],
    period: ("Dövr", "qədər"),
    date: &["Tarix"],
    value_date: "Dəyər tarixi",
    description: &["Təyinat"],
    amount: "Məbləğ",
    split: &[("Məxaric", "Mədaxil")],
    balance: "Qalıq",
    reference: "İstinad",
    balances: &[("Əvvəlki qalıq", "Son qalıq"), ("İlkin qalıq", "Yekun qalıq")],
    carried: ("Köçürülən", "Köçürülür"),
    totals: ("Cəmi mədaxil", "Cəmi məxaric"),
    account: "Hesab",
    page: ("Səhifə", "cəmi"),
    small_print: "Bank nəzarət altındadır.",
    payees: PAYEES,
    ..BRITAIN
};

const MADAGASCAR: Language = Language {
    name: "Madagascar",
    currency: "MGA",
    symbol: "Ar",
    dates: &["dd/mm/yyyy", "dd-mm-yyyy", "dd/mm/yy"],
    period_date: "dd/mm/yyyy",
    numbers: &[(" ", ","), ("", ",")],
    period: ("Vanim-potoana", "hatramin'ny"),
    date: &["Daty"],
    value_date: "Daty sanda",
    description: &["Fanazavana"],
    amount: "Vola",
    split: &[("Nivoaka", "Niditra")],
    balance: "Ambiny",
    reference: "Laharana",
    balances: &[("Ambiny teo aloha", "Ambiny farany")],
    carried: ("Nentina avy", "Entina any"),
    totals: ("Fitambaran'ny niditra", "Fitambaran'ny nivoaka"),
    account: "Kaonty",
    page: ("Pejy", "amin'ny"),
    small_print: "Banky ara-dalàna.",
    payees: PAYEES,
    ..BRITAIN
};

const WALES: Language = Language {
    name: "Wales",
    dates: &["dd/mm/yyyy", "d month yyyy", "dd/mm/yy"],
    period_date: "dd/mm/yyyy",
    long_months: [
        "Ionawr",
        "Chwefror",
        "Mawrth",
        "Ebrill",
        "Mai",
        "Mehefin",
        "Gorffennaf",
        "Awst",
        "Medi",
        "Hydref",
        "Tachwedd",
        "Rhagfyr",
    ],
    period: ("Cyfnod", "hyd"),
    date: &["Dyddiad"],
    value_date: "Dyddiad gwerth",
    description: &["Manylion"],
    amount: "Swm",
    split: &[("Allan", "Mewn")],
    balance: "Mantolen",
    reference: "Cyfeirnod",
    balances: &[("Mantolen agoriadol", "Mantolen derfynol")],
    carried: ("Dygwyd ymlaen", "Cariwyd ymlaen"),
    totals: ("Cyfanswm i mewn", "Cyfanswm allan"),
    account: "Cyfrif",
    page: ("Tudalen", "o"),
    small_print: "Rheoleiddir y banc.",
    payees: PAYEES,
    ..BRITAIN
};
