//! Decoding of streams cut at any byte.

use proptest::prelude::*;
use serde_json::json;
use ui_message_stream::{Chunk, DONE, Decoder, Event, KEEP_ALIVE, encode};

fn chunk() -> impl Strategy<Value = Chunk> {
    let text = "\\PC{0,12}|[\\x00-\\x7f]{0,8}|[\u{2028}\u{2029}\u{feff}\r\n\"\\\\]{0,6}";
    prop_oneof![
        Just(Chunk::StartStep),
        (text, text).prop_map(|(id, delta)| Chunk::TextDelta { id, delta }),
        (text, text).prop_map(|(call, value)| Chunk::ToolOutputAvailable {
            tool_call_id: call,
            output: json!({ "description": value }),
            preliminary: None,
            dynamic: None,
        }),
        (text, text).prop_map(|(name, value)| Chunk::Data {
            name,
            id: None,
            data: json!([value]),
            transient: false
        }),
    ]
}

proptest! {
    #[test]
    fn a_stream_can_be_split_anywhere(
        chunks in prop::collection::vec(chunk(), 0..8),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
        ending in "\n|\r|\r\n",
    ) {
        let mut wire = String::new();
        let mut expected = Vec::new();
        for chunk in &chunks {
            wire.push_str(&encode(chunk));
            wire.push_str(KEEP_ALIVE);
            expected.push(Event::Chunk(serde_json::to_value(chunk).unwrap()));
        }
        wire.push_str(DONE);
        expected.push(Event::Done);
        let wire = wire.replace('\n', &ending);
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(wire.len() + 1)).collect();
        cuts.sort_unstable();
        cuts.push(wire.len());
        let (mut decoder, mut from, mut events) = (Decoder::default(), 0, Vec::new());
        for cut in cuts {
            events.extend(decoder.push(&wire.as_bytes()[from..cut]));
            from = cut;
        }
        prop_assert_eq!(events, expected);
    }
}

#[test]
fn invalid_json_is_a_separate_error() {
    assert_eq!(Decoder::default().push(b"data: {oops\n\n"), [Event::Malformed("{oops".to_owned())]);
}

#[test]
fn an_event_without_its_empty_line_is_dropped() {
    assert_eq!(Decoder::default().push(b"data: {}\n"), []);
}
