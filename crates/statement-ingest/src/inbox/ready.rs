//! The decision which files have arrived completely.

use std::collections::HashMap;
use std::ffi::OsString;

use super::folder::{Entry, Kind, Version};

/// The number of equal looks after which a file that is empty or lacks its end is read anyway. Many programs
/// create a file some time before they write to it, and a slow connection can pause in the middle.
const EQUAL_LOOKS_IF_PARTIAL: u32 = 12;

/// A file that two looks found unchanged.
pub(super) struct Arrived {
    pub(super) name: OsString,
    pub(super) version: Version,
    /// True if it is to be read even if it lacks its end.
    pub(super) has_waited: bool,
}

/// The files of one folder as the last look found them.
#[derive(Default)]
pub(super) struct Arrivals(HashMap<OsString, (Version, u32)>);

impl Arrivals {
    /// Takes the files of a new look, and returns those that were the same in the look before, in the order
    /// of their names.
    pub(super) fn ready(&mut self, entries: Vec<Entry>) -> Vec<Arrived> {
        let mut before = std::mem::take(&mut self.0);
        for Entry { name, version, .. } in entries.into_iter().filter(|entry| entry.kind == Kind::File) {
            let looks = match before.remove(&name) {
                Some((earlier, looks)) if earlier == version => looks.saturating_add(1),
                _ => 0,
            };
            self.0.insert(name, (version, looks));
        }
        let is_ready = |(version, looks): &(Version, u32)| {
            *looks >= if version.is_empty() { EQUAL_LOOKS_IF_PARTIAL } else { 1 }
        };
        let ready = self.0.iter().filter(|(_, seen)| is_ready(seen));
        let arrived = |(name, (version, looks)): (&OsString, &(Version, u32))| Arrived {
            name: name.clone(),
            version: *version,
            has_waited: *looks >= EQUAL_LOOKS_IF_PARTIAL,
        };
        let mut ready: Vec<_> = ready.map(arrived).collect();
        ready.sort_unstable_by(|left, right| left.name.cmp(&right.name));
        ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(name: &str, kind: Kind, size: i128, modified: i128) -> Entry {
        Entry { name: name.into(), kind, version: Version::new(size, modified) }
    }

    fn names(ready: Vec<Arrived>) -> Vec<OsString> {
        ready.into_iter().map(|arrived| arrived.name).collect()
    }

    #[test]
    fn a_file_is_ready_when_two_looks_are_equal() {
        let mut arrivals = Arrivals::default();
        let mut look = |size, modified| names(arrivals.ready(vec![seen("a", Kind::File, size, modified)]));
        assert!(look(1, 1).is_empty());
        assert!(look(2, 1).is_empty(), "it grew");
        assert!(look(2, 2).is_empty(), "it was written");
        assert_eq!(look(2, 2), ["a"]);
        assert!(look(3, 3).is_empty(), "it is written again");
    }

    #[test]
    fn an_empty_file_waits_for_its_content() {
        let mut arrivals = Arrivals::default();
        for _ in 0..EQUAL_LOOKS_IF_PARTIAL {
            assert!(arrivals.ready(vec![seen("a", Kind::File, 0, 1)]).is_empty());
        }
        assert_eq!(names(arrivals.ready(vec![seen("a", Kind::File, 0, 1)])), ["a"]);
    }

    #[test]
    fn only_regular_files_are_ready_and_a_file_that_came_back_is_new() {
        let mut arrivals = Arrivals::default();
        let all = || {
            vec![
                seen("b", Kind::File, 1, 1),
                seen("a", Kind::File, 1, 1),
                seen("link", Kind::Other, 1, 1),
                seen("folder", Kind::Folder, 1, 1),
            ]
        };
        assert!(arrivals.ready(all()).is_empty());
        assert_eq!(names(arrivals.ready(all())), ["a", "b"]);
        assert!(arrivals.ready(Vec::new()).is_empty());
        assert!(arrivals.ready(all()).is_empty());
    }
}
