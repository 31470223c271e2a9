//! What statements say, in some of the languages in which they say it.

/// The words of a language, with the ways in which its banks print dates and amounts.
pub(crate) struct Language {
    pub(crate) name: &'static str,
    pub(crate) currency: &'static str,
    pub(crate) symbol: &'static str,
    /// `dd`, `d`, `mm`, `mon`, `Mon`, `MON`, `month`, `yyyy`, `yy` stand for what they look like.
    pub(crate) dates: &'static [&'static str],
    /// How the period is printed; never ambiguous together with the end of the month.
    pub(crate) period_date: &'static str,
    /// The group and decimal characters; `I` groups as in India.
    pub(crate) numbers: &'static [(&'static str, &'static str)],
    pub(crate) months: [&'static str; 12],
    pub(crate) long_months: [&'static str; 12],
    pub(crate) period: (&'static str, &'static str),
    pub(crate) date: &'static [&'static str],
    pub(crate) value_date: &'static str,
    pub(crate) description: &'static [&'static str],
    pub(crate) amount: &'static str,
    /// Money out, money in.
    pub(crate) split: &'static [(&'static str, &'static str)],
    pub(crate) balance: &'static str,
    pub(crate) reference: &'static str,
    /// Opening and closing.
    pub(crate) balances: &'static [(&'static str, &'static str)],
    /// Carried from and to another page.
    pub(crate) carried: (&'static str, &'static str),
    /// Money in and out, together.
    pub(crate) totals: (&'static str, &'static str),
    /// Sections of money in and out.
    pub(crate) sections: (&'static str, &'static str),
    /// Marks of money in and out.
    pub(crate) marks: (&'static str, &'static str),
    pub(crate) account: &'static str,
    pub(crate) card: &'static str,
    pub(crate) page: (&'static str, &'static str),
    pub(crate) small_print: &'static str,
    pub(crate) payees: &'static [&'static str],
}

const ENGLISH_MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const ENGLISH_LONG_MONTHS: [&str; 12] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
];
const ENGLISH_PAYEES: &[&str] = &[
    "CORNER PHARMACY", "TESCO STORES 2041", "DIRECT DEBIT NORTHWIND ENERGY", "SALARY ACME LTD", "CARD 4929 COFFEE HOUSE",
    "ATM WITHDRAWAL 0042", "TRANSFER TO J SMITH", "AMAZON MKTPLACE PMTS", "INTEREST", "CHEQUE 000123", "RENT MAY 24",
    "REFUND 7-ELEVEN 33817", "LATE FEE", "POS PURCHASE PETROL 12", "STANDING ORDER 0099",
];

pub(crate) const LANGUAGES: [Language; 10] = [BRITAIN, AMERICA, GERMANY, FRANCE, INDIA, SPAIN, POLAND, ITALY, NETHERLANDS, SWITZERLAND];

const BRITAIN: Language = Language {
    name: "Britain",
    currency: "GBP",
    symbol: "£",
    dates: &["dd Mon yyyy", "dd/mm/yyyy", "dd Mon yy", "dd/mm/yy", "dd Mon", "d month yyyy", "dd MON", "dd-mm-yyyy", "yyyy-mm-dd"],
    period_date: "d month yyyy",
    numbers: &[(",", "."), ("", ".")],
    months: ENGLISH_MONTHS,
    long_months: ENGLISH_LONG_MONTHS,
    period: ("Statement period", "to"),
    date: &["Date", "Transaction date"],
    value_date: "Value date",
    description: &["Description", "Details", "Particulars"],
    amount: "Amount",
    split: &[("Paid out", "Paid in"), ("Debit", "Credit"), ("Money out", "Money in"), ("Withdrawals", "Deposits")],
    balance: "Balance",
    reference: "Cheque no",
    balances: &[("Opening balance", "Closing balance"), ("Start balance", "End balance"), ("Balance brought forward", "Balance carried forward")],
    carried: ("Balance brought forward", "Balance carried forward"),
    totals: ("Total paid in", "Total paid out"),
    sections: ("Deposits and other credits", "Withdrawals and other debits"),
    marks: ("CR", "DR"),
    account: "Account number",
    card: "Credit card statement",
    page: ("Page", "of"),
    small_print: "Registered in England 1234567. Deposits are protected up to £85,000.00 by the scheme.",
    payees: ENGLISH_PAYEES,
};

const AMERICA: Language = Language {
    name: "America",
    currency: "USD",
    symbol: "$",
    dates: &["mm/dd/yyyy", "mm/dd/yy", "mm/dd", "Mon d", "Mon dd, yyyy", "mm-dd-yyyy", "yyyy-mm-dd"],
    period_date: "month d, yyyy",
    numbers: &[(",", ".")],
    split: &[("Withdrawals", "Deposits"), ("Debits", "Credits"), ("Debit", "Credit")],
    balances: &[("Beginning balance", "Ending balance"), ("Previous balance", "New balance")],
    totals: ("Total deposits", "Total withdrawals"),
    reference: "Check",
    small_print: "Member FDIC. Call 1-800-555-0199. Fees of $35.00 may apply to overdrafts over $5.00.",
    ..BRITAIN
};

const INDIA: Language = Language {
    name: "India",
    currency: "INR",
    symbol: "Rs.",
    dates: &["dd/mm/yyyy", "dd-Mon-yyyy", "dd Mon yy", "dd-mm-yyyy", "dd-mm-yy"],
    numbers: &[("I", ".")],
    split: &[("Withdrawal Amt", "Deposit Amt"), ("Debit", "Credit"), ("Dr", "Cr")],
    reference: "Chq/Ref No",
    small_print: "This is a computer generated statement. Contents will be considered correct after 30 days.",
    payees: &[
        "UPI/408812345678/ZOMATO", "NEFT CR SALARY ACME", "ATM WDL 0042 MUMBAI", "IMPS/P2A/4088", "INT.PD", "POS 4160 BIG BAZAAR",
        "ACH D- INSURANCE", "CHQ PAID 000123",
    ],
    ..BRITAIN
};

const GERMANY: Language = Language {
    name: "Germany",
    currency: "EUR",
    symbol: "€",
    dates: &["dd.mm.yyyy", "dd.mm.yy", "dd.mm.", "d. month yyyy", "dd. Mon yyyy"],
    period_date: "dd.mm.yyyy",
    numbers: &[(".", ","), ("", ",")],
    months: ["Jan", "Feb", "März", "Apr", "Mai", "Juni", "Juli", "Aug", "Sep", "Okt", "Nov", "Dez"],
    long_months: [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
    ],
    period: ("Kontoauszug vom", "bis"),
    date: &["Datum", "Buchungstag"],
    value_date: "Valuta",
    description: &["Verwendungszweck", "Buchungstext", "Vorgang"],
    amount: "Betrag",
    split: &[("Soll", "Haben"), ("Belastung", "Gutschrift")],
    balance: "Saldo",
    reference: "Beleg",
    balances: &[("Alter Saldo", "Neuer Saldo"), ("Alter Kontostand", "Neuer Kontostand"), ("Anfangssaldo", "Endsaldo")],
    carried: ("Saldovortrag", "Übertrag"),
    totals: ("Summe Gutschriften", "Summe Belastungen"),
    sections: ("Gutschriften", "Belastungen"),
    marks: ("H", "S"),
    account: "Kontonummer",
    card: "Kreditkartenabrechnung",
    page: ("Seite", "von"),
    small_print: "Einlagen sind bis 100.000,00 EUR geschützt. Bitte prüfen Sie diesen Auszug.",
    payees: &[
        "SEPA-Überweisung Miete", "Lastschrift Stadtwerke 4711", "Gehalt Muster GmbH", "Kartenzahlung REWE 0815", "Geldautomat 22",
        "Dauerauftrag Sparplan", "Entgelt", "Gutschrift Finanzamt", "PayPal Europe",
    ],
};

const FRANCE: Language = Language {
    name: "France",
    dates: &["dd/mm/yyyy", "dd.mm.yy", "dd/mm", "dd mon yyyy", "d month yyyy"],
    period_date: "dd/mm/yyyy",
    numbers: &[(" ", ","), ("\u{a0}", ","), (".", ",")],
    months: ["janv.", "févr.", "mars", "avril", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."],
    long_months: [
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
    ],
    period: ("Relevé du", "au"),
    date: &["Date", "Date opération"],
    value_date: "Valeur",
    description: &["Libellé", "Nature des opérations"],
    amount: "Montant",
    split: &[("Débit", "Crédit")],
    balance: "Solde",
    reference: "Référence",
    balances: &[("Ancien solde", "Nouveau solde"), ("Solde précédent", "Solde final"), ("Solde initial", "Solde final")],
    carried: ("Report solde", "A reporter"),
    totals: ("Total des crédits", "Total des débits"),
    sections: ("Crédits", "Débits"),
    marks: ("CR", "DR"),
    account: "Compte numéro",
    page: ("Page", "sur"),
    small_print: "Vos dépôts sont garantis à hauteur de 100 000,00 EUR.",
    payees: &[
        "VIR SALAIRE ACME", "PRLV EDF 123456", "CB CARREFOUR 0412", "RETRAIT DAB 22", "CHEQUE 0001234", "COTISATION", "VIREMENT M DUPONT",
    ],
    ..GERMANY
};

const SPAIN: Language = Language {
    name: "Spain",
    dates: &["dd/mm/yyyy", "dd/MON", "dd-mm-yyyy", "dd MON yyyy", "dd/mm/yy"],
    period_date: "dd/mm/yyyy",
    numbers: &[(".", ","), ("", ",")],
    months: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"],
    long_months: [
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
    ],
    period: ("Periodo del", "al"),
    date: &["Fecha"],
    value_date: "Fecha valor",
    description: &["Concepto", "Descripción"],
    amount: "Importe",
    split: &[("Cargos", "Abonos"), ("Retiros", "Depósitos")],
    balance: "Saldo",
    reference: "Referencia",
    balances: &[("Saldo anterior", "Saldo final"), ("Saldo inicial", "Saldo final")],
    carried: ("Saldo anterior", "Saldo final"),
    totals: ("Total abonos", "Total cargos"),
    sections: ("Abonos", "Cargos"),
    account: "Cuenta número",
    page: ("Página", "de"),
    small_print: "Sus depósitos están garantizados hasta 100.000,00 EUR.",
    payees: &["NOMINA ACME SL", "RECIBO IBERDROLA 4471", "TARJETA MERCADONA", "CAJERO 0042", "TRANSFERENCIA A J PEREZ", "COMISION"],
    ..FRANCE
};

const POLAND: Language = Language {
    name: "Poland",
    currency: "PLN",
    symbol: "zł",
    dates: &["yyyy-mm-dd", "dd.mm.yyyy", "dd-mm-yyyy"],
    period_date: "yyyy-mm-dd",
    numbers: &[(" ", ","), ("\u{a0}", ",")],
    months: ["sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paź", "lis", "gru"],
    long_months: [
        "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października", "listopada",
        "grudnia",
    ],
    period: ("Wyciąg za okres od", "do"),
    date: &["Data operacji", "Data"],
    value_date: "Data księgowania",
    description: &["Opis operacji", "Opis"],
    amount: "Kwota",
    split: &[("Obciążenia", "Uznania"), ("Wypłaty", "Wpłaty")],
    balance: "Saldo po operacji",
    reference: "Ref",
    balances: &[("Saldo początkowe", "Saldo końcowe")],
    carried: ("Saldo początkowe", "Saldo końcowe"),
    totals: ("Suma uznań", "Suma obciążeń"),
    sections: ("Uznania", "Obciążenia"),
    account: "Rachunek",
    page: ("Strona", "z"),
    small_print: "Dokument nie wymaga podpisu. Gwarancja do 100 000 EUR.",
    payees: &["PRZELEW WYNAGRODZENIE", "ZAKUP KARTĄ ŻABKA 12", "OPŁATA", "WYPŁATA BANKOMAT", "PRZELEW CZYNSZ"],
    ..FRANCE
};

const ITALY: Language = Language {
    name: "Italy",
    dates: &["dd/mm/yyyy", "dd.mm.yy", "dd/mm/yy", "dd mon yyyy"],
    period_date: "dd/mm/yyyy",
    numbers: &[(".", ",")],
    months: ["gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"],
    long_months: [
        "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre",
    ],
    period: ("Periodo dal", "al"),
    date: &["Data"],
    value_date: "Valuta",
    description: &["Descrizione", "Causale"],
    amount: "Importo",
    split: &[("Dare", "Avere"), ("Addebiti", "Accrediti"), ("Uscite", "Entrate")],
    balance: "Saldo",
    reference: "Ref",
    balances: &[("Saldo iniziale", "Saldo finale"), ("Saldo precedente", "Saldo finale")],
    carried: ("Saldo precedente", "Saldo finale"),
    totals: ("Totale accrediti", "Totale addebiti"),
    sections: ("Accrediti", "Addebiti"),
    account: "Conto numero",
    page: ("Pagina", "di"),
    small_print: "I depositi sono garantiti fino a 100.000,00 EUR.",
    payees: &["STIPENDIO ACME SRL", "BONIFICO A ROSSI", "PAGAMENTO POS ESSELUNGA 44", "PRELIEVO ATM", "CANONE MENSILE"],
    ..GERMANY
};

const NETHERLANDS: Language = Language {
    name: "Netherlands",
    dates: &["dd-mm-yyyy", "dd-mm", "d mon yyyy", "dd-mm-yy"],
    period_date: "dd-mm-yyyy",
    numbers: &[(".", ","), ("", ",")],
    months: ["jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"],
    long_months: [
        "januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december",
    ],
    period: ("Periode van", "tot"),
    date: &["Datum", "Boekdatum"],
    value_date: "Rentedatum",
    description: &["Omschrijving"],
    amount: "Bedrag",
    split: &[("Af", "Bij")],
    balance: "Saldo",
    reference: "Ref",
    balances: &[("Beginsaldo", "Eindsaldo"), ("Vorig saldo", "Nieuw saldo")],
    carried: ("Vorig saldo", "Nieuw saldo"),
    totals: ("Totaal bij", "Totaal af"),
    sections: ("Bij", "Af"),
    account: "Rekeningnummer",
    page: ("Blad", "van"),
    small_print: "Uw deposito is beschermd tot 100.000,00 EUR.",
    payees: &["SALARIS ACME BV", "BETAALAUTOMAAT ALBERT HEIJN 1234", "IDEAL BOL.COM", "HUUR JANUARI", "RENTE"],
    ..GERMANY
};

const SWITZERLAND: Language = Language {
    name: "Switzerland",
    currency: "CHF",
    symbol: "CHF",
    dates: &["dd.mm.yyyy", "dd.mm.yy"],
    numbers: &[("'", "."), (" ", ".")],
    split: &[("Belastung", "Gutschrift")],
    small_print: "Einlagen sind bis CHF 100'000.00 geschützt.",
    ..GERMANY
};
