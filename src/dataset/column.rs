//! A column of a table: its type, and all that is said of its values.

use arrow_schema::{DataType, Field};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Name, in lower case with underscores.
    pub name: String,
    /// Type.
    pub kind: Kind,
    /// What a missing value means; `None` if there is none.
    pub null_means: Option<&'static str>,
    /// The unit, such as `ns`; `1` for a plain number, empty for what is no number.
    pub unit: &'static str,
    /// What it says.
    pub meaning: String,
    /// The values that it may have; of a list those of its elements. `None` if any of its type will do.
    pub range: Option<Range>,
    /// The formula or the source of its values, where the meaning does not say it.
    pub from: Option<String>,
}

/// Values that a column may have.
#[derive(Clone, Debug, PartialEq)]
pub enum Range {
    /// Whole numbers, both ends included; an end may be open.
    Whole {
        /// The least.
        least: Option<i64>,
        /// The most.
        most: Option<i64>,
    },
    /// Floating-point numbers, both ends included; an end may be open.
    Real {
        /// The least.
        least: Option<f64>,
        /// The most.
        most: Option<f64>,
    },
    /// These texts and no others.
    Texts(Vec<String>),
}

/// The types of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Bool,
    /// Signed, 8 bits.
    Int8,
    /// Signed, 16 bits.
    Int16,
    /// Signed, 32 bits.
    Int32,
    /// Signed, 64 bits.
    Int64,
    /// Floating point, 64 bits.
    Float64,
    /// A whole number of up to 38 decimal digits.
    Decimal,
    /// UTF-8.
    Text,
    /// A list of signed 8-bit integers.
    Int8List,
}

impl Kind {
    /// The type in Arrow.
    pub(super) fn data_type(self) -> DataType {
        match self {
            Self::Bool => DataType::Boolean,
            Self::Int8 => DataType::Int8,
            Self::Int16 => DataType::Int16,
            Self::Int32 => DataType::Int32,
            Self::Int64 => DataType::Int64,
            Self::Float64 => DataType::Float64,
            Self::Decimal => DataType::Decimal128(38, 0),
            Self::Text => DataType::Utf8,
            Self::Int8List => DataType::List(list_element()),
        }
    }

    /// The name in documents, such as `int16`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int8 => "int8",
            Self::Int16 => "int16",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Float64 => "float64",
            Self::Decimal => "decimal(38,0)",
            Self::Text => "string",
            Self::Int8List => "list<int8>",
        }
    }

    /// The type in which Parquet stores it; of a list that of its elements.
    pub fn physical(self) -> &'static str {
        match self {
            Self::Bool => "BOOLEAN",
            Self::Int8 | Self::Int16 | Self::Int32 | Self::Int8List => "INT32",
            Self::Int64 => "INT64",
            Self::Float64 => "DOUBLE",
            Self::Decimal => "FIXED_LEN_BYTE_ARRAY",
            Self::Text => "BYTE_ARRAY",
        }
    }

    /// Whether a value is a list.
    pub fn is_list(self) -> bool {
        self == Self::Int8List
    }
}

/// The item of a list, named as the Parquet specification wants it.
pub(super) fn list_element() -> Arc<Field> {
    Arc::new(Field::new("element", DataType::Int8, false))
}

impl Column {
    /// A column that is never missing and may have any value of its type.
    pub fn new(name: impl Into<String>, kind: Kind, unit: &'static str, meaning: impl Into<String>) -> Self {
        let (name, meaning) = (name.into(), meaning.into());
        Self { name, kind, null_means: None, unit, meaning, range: None, from: None }
    }

    /// The same, with values that may be missing and what that means.
    pub fn or_null(self, null_means: &'static str) -> Self {
        Self { null_means: Some(null_means), ..self }
    }

    /// The same, with whole numbers from `least` to `most`.
    pub fn within(self, least: i64, most: i64) -> Self {
        Self { range: Some(Range::Whole { least: Some(least), most: Some(most) }), ..self }
    }

    /// The same, with numbers from 0 to below `count`, as rows and cells are counted.
    pub fn below(self, count: usize) -> Self {
        self.within(0, count.saturating_sub(1) as i64)
    }

    /// The same, with whole numbers from `least` on.
    pub fn at_least(self, least: i64) -> Self {
        Self { range: Some(Range::Whole { least: Some(least), most: None }), ..self }
    }

    /// The same, with floating-point numbers from `least` on, up to `most` if there is such a number.
    pub fn real(self, least: f64, most: Option<f64>) -> Self {
        Self { range: Some(Range::Real { least: Some(least), most }), ..self }
    }

    /// The same, with these texts only; with any if there are none.
    pub fn one_of<T: Into<String>>(self, texts: impl IntoIterator<Item = T>) -> Self {
        let texts: Vec<String> = texts.into_iter().map(Into::into).collect();
        Self { range: (!texts.is_empty()).then_some(Range::Texts(texts)), ..self }
    }

    /// The same, with the formula or the source of its values.
    pub fn made_from(self, from: impl Into<String>) -> Self {
        Self { from: Some(from.into()), ..self }
    }

    /// The field in Arrow, with all that is said of the column.
    pub(super) fn field(&self) -> Field {
        let mut metadata = HashMap::from([("meaning".to_owned(), self.meaning.clone())]);
        let mut say = |key: &str, value: Option<String>| {
            metadata.extend(value.map(|value| (key.to_owned(), value)));
        };
        say("unit", (!self.unit.is_empty()).then(|| self.unit.to_owned()));
        say("null_means", self.null_means.map(str::to_owned));
        say("range", self.range.as_ref().map(Range::to_string));
        say("from", self.from.clone());
        Field::new(&self.name, self.kind.data_type(), self.null_means.is_some()).with_metadata(metadata)
    }

    /// The entry of the data dictionary, in which programs read it. A range is an object with `least` and `most`, of
    /// which an open end is left out, or with a list of `texts`.
    pub(super) fn entry(&self, is_key: bool) -> Value {
        json!({
            "name": self.name,
            "type": self.kind.name(),
            "physical_type": self.kind.physical(),
            "unit": self.unit,
            "key": is_key,
            "nullable": self.null_means.is_some(),
            "null_means": self.null_means,
            "range": self.range.as_ref().map(Range::to_json),
            "meaning": self.meaning,
            "from": self.from,
        })
    }

    /// All that is said of it but name and type, in one text.
    pub fn description(&self) -> String {
        let mut text = self.meaning.clone();
        if let Some(from) = &self.from {
            text += &format!("; from: {from}");
        }
        if !["", "1"].contains(&self.unit) {
            text += &format!("; unit: {}", self.unit);
        }
        if let Some(range) = &self.range {
            text += &format!("; range: {range}");
        }
        if let Some(null_means) = self.null_means {
            text += &format!("; null: {null_means}");
        }
        text
    }
}

impl Range {
    /// The ends that are not open, as `least` and `most`, or the `texts`.
    fn to_json(&self) -> Value {
        let (least, most) = match self {
            Self::Whole { least, most } => (least.map(Value::from), most.map(Value::from)),
            Self::Real { least, most } => (least.map(Value::from), most.map(Value::from)),
            Self::Texts(texts) => return json!({ "texts": texts }),
        };
        let ends = [("least", least), ("most", most)];
        let ends = ends.into_iter().filter_map(|(name, end)| Some((name.to_owned(), end?)));
        Value::Object(ends.collect::<Map<_, _>>())
    }
}

impl fmt::Display for Range {
    /// In words, as `0 to 6`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = |end: &dyn fmt::Display| end.to_string();
        let (least, most) = match self {
            Self::Whole { least, most } => {
                (least.as_ref().map(|end| text(end)), most.as_ref().map(|end| text(end)))
            }
            Self::Real { least, most } => {
                (least.as_ref().map(|end| text(end)), most.as_ref().map(|end| text(end)))
            }
            Self::Texts(texts) => return f.write_str(&texts.join(", ")),
        };
        match (least, most) {
            (Some(least), Some(most)) => write!(f, "{least} to {most}"),
            (Some(least), None) => write!(f, "{least} or more"),
            (None, Some(most)) => write!(f, "{most} or less"),
            (None, None) => f.write_str("any"),
        }
    }
}
