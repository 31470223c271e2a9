//! JSON bodies of requests.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A JSON body that is an object.
///
/// serde would also accept a list with the values in the order of the fields, but only field names show the
/// client's intent.
#[derive(Debug)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = T;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        deserializer.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

/// Returns serde's message without the position in the body, which does not help users.
#[must_use]
pub fn field_error(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Named {
        name: String,
        count: u32,
    }

    #[test]
    fn a_body_is_an_object_and_no_list_of_its_values() {
        let read = serde_json::from_str::<Object<Named>>;
        assert_eq!(
            read(r#"{ "count": 2, "name": "a" }"#).unwrap().0,
            Named { name: "a".to_owned(), count: 2 }
        );
        let refused = |text| field_error(&read(text).unwrap_err());
        assert_eq!(refused(r#"["a", 2]"#), "invalid type: sequence, expected an object");
        assert_eq!(refused(r#"{ "name": "a" }"#), "missing field `count`");
    }
}
