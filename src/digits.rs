//! Digits as people read them.

/// Whole decimal digits with commas between thousands.
///
/// ```
/// use tiling_almanac::digits::grouped;
/// assert_eq!(["7", "999", "1000", "4937780"].map(grouped), ["7", "999", "1,000", "4,937,780"]);
/// ```
pub fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things, with commas between thousands.
///
/// ```
/// use tiling_almanac::digits::counted;
/// assert_eq!([counted(1, "date"), counted(2604, "date"), counted(0, "search")], ["1 date", "2,604 dates", "0 searches"]);
/// ```
pub fn counted(number: u64, thing: &str) -> String {
    let ending = match number {
        1 => "",
        _ if thing.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{} {thing}{ending}", grouped(&number.to_string()))
}
