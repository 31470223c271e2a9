//! Names of months and weekdays in the languages of statements.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::labels::squeeze;

/// Names of months in lowercase and without accents. Banks shorten them to three letters or more.
const MONTHS: [&[&str]; 12] = [
    &[
        "january",
        "januar",
        "janvier",
        "enero",
        "gennaio",
        "janeiro",
        "januari",
        "январь",
        "января",
        "styczen",
        "stycznia",
        "leden",
        "ledna",
        "ocak",
        "ianuarie",
        "janner",
        "januara",
        "มกราคม",
        "มค",
        "يناير",
        "tammikuu",
        "sijecanj",
    ],
    &[
        "february",
        "februar",
        "fevrier",
        "febrero",
        "febbraio",
        "fevereiro",
        "februari",
        "февраль",
        "февраля",
        "luty",
        "lutego",
        "unor",
        "unora",
        "subat",
        "februarie",
        "กุมภาพันธ์",
        "กพ",
        "فبراير",
        "helmikuu",
        "veljaca",
    ],
    &[
        "march",
        "marz",
        "maerz",
        "mars",
        "marzo",
        "marco",
        "maart",
        "mrt",
        "март",
        "марта",
        "marzec",
        "marca",
        "brezen",
        "brezna",
        "mart",
        "martie",
        "มีนาคม",
        "มีค",
        "مارس",
        "maaliskuu",
        "mac",
    ],
    &[
        "april",
        "avril",
        "abril",
        "aprile",
        "апрель",
        "апреля",
        "kwiecien",
        "kwietnia",
        "duben",
        "dubna",
        "nisan",
        "aprilie",
        "เมษายน",
        "เมย",
        "أبريل",
        "ابريل",
        "huhtikuu",
    ],
    &[
        "may",
        "mai",
        "mayo",
        "maggio",
        "maio",
        "mei",
        "май",
        "мая",
        "maj",
        "maja",
        "kveten",
        "kvetna",
        "mayis",
        "พฤษภาคม",
        "พค",
        "مايو",
        "toukokuu",
        "маи",
    ],
    &[
        "june",
        "juni",
        "juin",
        "junio",
        "giugno",
        "junho",
        "июнь",
        "июня",
        "czerwiec",
        "czerwca",
        "cerven",
        "cervna",
        "haziran",
        "iunie",
        "มิถุนายน",
        "มิย",
        "يونيو",
        "kesakuu",
    ],
    &[
        "july",
        "juli",
        "juillet",
        "julio",
        "luglio",
        "julho",
        "июль",
        "июля",
        "lipiec",
        "lipca",
        "cervenec",
        "cervence",
        "temmuz",
        "iulie",
        "กรกฎาคม",
        "กค",
        "يوليو",
        "heinakuu",
        "julai",
    ],
    &[
        "august",
        "aout",
        "agosto",
        "augustus",
        "augusti",
        "август",
        "августа",
        "sierpien",
        "sierpnia",
        "srpen",
        "srpna",
        "agustos",
        "agustus",
        "สิงหาคม",
        "สค",
        "أغسطس",
        "اغسطس",
        "elokuu",
        "ogos",
    ],
    &[
        "september",
        "septembre",
        "septiembre",
        "setiembre",
        "settembre",
        "setembro",
        "сентябрь",
        "сентября",
        "wrzesien",
        "wrzesnia",
        "zari",
        "eylul",
        "septembrie",
        "กันยายน",
        "กย",
        "سبتمبر",
        "syyskuu",
    ],
    &[
        "october",
        "oktober",
        "octobre",
        "octubre",
        "ottobre",
        "outubro",
        "октябрь",
        "октября",
        "pazdziernik",
        "pazdziernika",
        "rijen",
        "rijna",
        "ekim",
        "octombrie",
        "ตุลาคม",
        "ตค",
        "أكتوبر",
        "اكتوبر",
        "lokakuu",
    ],
    &[
        "november",
        "novembre",
        "noviembre",
        "novembro",
        "ноябрь",
        "ноября",
        "listopad",
        "listopada",
        "kasim",
        "noiembrie",
        "พฤศจิกายน",
        "พย",
        "نوفمبر",
        "marraskuu",
    ],
    &[
        "december",
        "dezember",
        "decembre",
        "diciembre",
        "dicembre",
        "dezembro",
        "desember",
        "декабрь",
        "декабря",
        "grudzien",
        "grudnia",
        "prosinec",
        "prosince",
        "aralik",
        "decembrie",
        "ธันวาคม",
        "ธค",
        "ديسمبر",
        "joulukuu",
        "disember",
    ],
];

/// Beginnings of names that are long enough to identify a month: two characters in Thai, otherwise three.
static BEGINNINGS: LazyLock<HashMap<String, u32>> = LazyLock::new(|| {
    let mut beginnings = HashMap::new();
    for (number, names) in (1_u32..).zip(MONTHS) {
        for name in names {
            let full = squeeze(name);
            let shortest = if is_thai(&full) { 2 } else { 3 };
            let ends = full.char_indices().map(|(at, character)| at + character.len_utf8());
            for end in ends.skip(shortest - 1) {
                beginnings.entry(full[..end].to_owned()).or_insert(number);
            }
        }
    }
    beginnings
});

/// Longest name of a month, in bytes.
const NAME_BYTES_MAX: usize = 48;

fn is_thai(name: &str) -> bool {
    name.chars().any(|character| matches!(character, '\u{e01}'..='\u{e4e}'))
}

/// Returns the month, 1 to 12, that a word names in full or shortened to at least three letters (two in
/// Thai). `None` for any other word and for words with digits.
#[must_use]
pub fn month(word: &str) -> Option<u32> {
    if word.len() > NAME_BYTES_MAX || word.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    BEGINNINGS.get(&squeeze(word)).copied()
}
/// Weekdays and their abbreviations.
#[rustfmt::skip]
const WEEKDAYS: &[&str] = &[
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun",
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "mo", "di", "mi", "do", "fr", "sa", "so",
    "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche", "lun", "mer", "jeu", "ven", "sam", "dim",
    "lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo", "mié", "jue", "vie", "sáb", "dom",
    "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica", "gio", "sab",
    "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "seg", "ter", "qua", "qui", "sex",
    "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
    "måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag", "mandag", "tirsdag", "lørdag", "søndag",
];

/// True if a word is a weekday. A short word in lowercase is another word: "do" means "to", "Do" is Thursday.
pub(crate) fn is_weekday(word: &str) -> bool {
    if word.chars().take_while(|character| character.is_alphabetic()).count() < 3
        && word.starts_with(char::is_lowercase)
    {
        return false;
    }
    let word = word.trim_end_matches([',', '.']).to_lowercase();
    WEEKDAYS.contains(&word.as_str())
}
