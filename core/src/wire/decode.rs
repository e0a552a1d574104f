//! Strict JSON in: duplicate keys are refused, and every error names its path (H-2, Q-9).

use crate::error::Problem;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, Visitor};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::fmt;

/// Parses JSON text. A key that stands twice in one object is refused.
pub(crate) fn parse(text: &str) -> Result<Value, Problem> {
    let strict: Strict = serde_json::from_str(text).map_err(|error| {
        let code = if error.is_data() { "duplicate_key" } else { "malformed" };
        Problem::new(code, "", format!("not the JSON that is expected: {error}"))
    })?;
    Ok(strict.0)
}

/// Reads a typed value out of JSON; `root` names the input in the path of an error.
pub(crate) fn decode<T: DeserializeOwned>(value: &Value, root: &str) -> Result<T, Problem> {
    let trail = RefCell::new(vec![root.to_owned()]);
    T::deserialize(At { value, trail: &trail }).map_err(|error| {
        let path = join(&trail.borrow());
        Problem::new(code_of(&error.0), path, error.0)
    })
}

fn join(trail: &[String]) -> String {
    let mut path = String::new();
    for part in trail.iter().filter(|part| !part.is_empty()) {
        if !path.is_empty() && !part.starts_with('[') {
            path.push('.');
        }
        path.push_str(part);
    }
    path
}

/// A stable code for a decoding error, by the first words of its text.
fn code_of(text: &str) -> &'static str {
    const CODES: [(&str, &str); 6] = [
        ("unknown field", "unknown_field"),
        ("unknown variant", "unknown_value"),
        ("missing field", "missing"),
        ("invalid type", "wrong_type"),
        ("invalid value", "out_of_range"),
        ("duplicate field", "duplicate_key"),
    ];
    CODES.iter().find(|(start, _)| text.starts_with(start)).map_or("malformed", |(_, code)| code)
}

/// A JSON value whose objects hold each key once.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Strict;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Strict, E> {
        Ok(Strict(Value::Null))
    }

    fn visit_bool<E>(self, v: bool) -> Result<Strict, E> {
        Ok(Strict(Value::Bool(v)))
    }

    fn visit_u64<E>(self, v: u64) -> Result<Strict, E> {
        Ok(Strict(v.into()))
    }

    fn visit_i64<E>(self, v: i64) -> Result<Strict, E> {
        Ok(Strict(v.into()))
    }

    fn visit_f64<E>(self, v: f64) -> Result<Strict, E> {
        Ok(Strict(v.into()))
    }

    fn visit_str<E>(self, v: &str) -> Result<Strict, E> {
        Ok(Strict(Value::String(v.to_owned())))
    }

    fn visit_string<E>(self, v: String) -> Result<Strict, E> {
        Ok(Strict(Value::String(v)))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Strict, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = seq.next_element()? {
            list.push(item);
        }
        Ok(Strict(Value::Array(list)))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Strict, A::Error> {
        let mut object = Map::new();
        while let Some((key, Strict(value))) = map.next_entry::<String, Strict>()? {
            if object.contains_key(&key) {
                return Err(de::Error::custom(format!("the key `{key}` stands twice in one object")));
            }
            object.insert(key, value);
        }
        Ok(Strict(Value::Object(object)))
    }
}

/// What went wrong; where is in the trail.
#[derive(Debug)]
struct Failure(String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl de::Error for Failure {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self(text.to_string())
    }
}

/// A value with the trail that led to it. One deserialiser for everything keeps the wasm small.
#[derive(Clone, Copy)]
struct At<'a> {
    value: &'a Value,
    trail: &'a RefCell<Vec<String>>,
}

impl<'a> At<'a> {
    /// Reads a part; the trail keeps the part's name only if it failed there.
    fn part<'de, S: DeserializeSeed<'de>>(self, seed: S, name: String) -> Result<S::Value, Failure>
    where
        'a: 'de,
    {
        self.trail.borrow_mut().push(name);
        let read = seed.deserialize(self)?;
        self.trail.borrow_mut().pop();
        Ok(read)
    }
}

impl<'a> At<'a> {
    /// What stands here, for an error that says what was expected.
    fn unexpected(self) -> de::Unexpected<'a> {
        match self.value {
            Value::Null => de::Unexpected::Unit,
            Value::Bool(v) => de::Unexpected::Bool(*v),
            Value::Number(n) => match (n.as_u64(), n.as_i64()) {
                (Some(v), _) => de::Unexpected::Unsigned(v),
                (None, Some(v)) => de::Unexpected::Signed(v),
                (None, None) => de::Unexpected::Other("a number"),
            },
            Value::String(v) => de::Unexpected::Str(v),
            Value::Array(_) => de::Unexpected::Seq,
            Value::Object(_) => de::Unexpected::Map,
        }
    }

    fn object<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.value {
            Value::Object(map) => visitor.visit_map(Fields { map: map.iter(), value: None, trail: self.trail }),
            _ => Err(de::Error::invalid_type(self.unexpected(), &visitor)),
        }
    }

    fn list<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.value {
            Value::Array(list) => visitor.visit_seq(Items { list: list.iter().enumerate(), trail: self.trail }),
            _ => Err(de::Error::invalid_type(self.unexpected(), &visitor)),
        }
    }

    fn text<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.value {
            Value::String(text) => visitor.visit_borrowed_str(text),
            _ => Err(de::Error::invalid_type(self.unexpected(), &visitor)),
        }
    }
}

impl<'de> Deserializer<'de> for At<'de> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(v) => visitor.visit_bool(*v),
            Value::Number(n) => match (n.as_u64(), n.as_i64()) {
                (Some(v), _) => visitor.visit_u64(v),
                (None, Some(v)) => visitor.visit_i64(v),
                (None, None) => visitor.visit_f64(n.as_f64().unwrap_or_default()),
            },
            Value::String(v) => visitor.visit_borrowed_str(v),
            Value::Array(_) => self.list(visitor),
            Value::Object(_) => self.object(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.object(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.object(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.list(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.text(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        match self.value {
            Value::String(name) => visitor.visit_enum(name.as_str().into_deserializer()),
            Value::Object(map) => {
                let fields = Fields { map: map.iter(), value: None, trail: self.trail };
                visitor.visit_enum(MapAccessDeserializer::new(fields))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct
        identifier ignored_any
    }
}

struct Items<'a> {
    list: std::iter::Enumerate<std::slice::Iter<'a, Value>>,
    trail: &'a RefCell<Vec<String>>,
}

impl<'de> de::SeqAccess<'de> for Items<'de> {
    type Error = Failure;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Failure> {
        let Some((index, value)) = self.list.next() else { return Ok(None) };
        At { value, trail: self.trail }.part(seed, format!("[{index}]")).map(Some)
    }
}

/// The name of a field; where a map is keyed by numbers, the number in it.
struct Name<'a>(&'a str);

impl<'de> Deserializer<'de> for Name<'de> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.0.parse() {
            Ok(number) => visitor.visit_u64(number),
            Err(_) => visitor.visit_borrowed_str(self.0),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Fields<'a> {
    map: serde_json::map::Iter<'a>,
    value: Option<(&'a String, &'a Value)>,
    trail: &'a RefCell<Vec<String>>,
}

impl<'de> de::MapAccess<'de> for Fields<'de> {
    type Error = Failure;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Failure> {
        self.value = self.map.next();
        let Some((key, _)) = self.value else { return Ok(None) };
        let read: Result<_, Failure> = seed.deserialize(Name(key));
        if read.is_err() {
            self.trail.borrow_mut().push(key.clone());
        }
        read.map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Failure> {
        let Some((key, value)) = self.value.take() else { return Err(de::Error::custom("a value without a key")) };
        At { value, trail: self.trail }.part(seed, key.clone())
    }
}
