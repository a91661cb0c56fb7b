use super::*;

fn weekday() -> Puzzle {
    built_in("weekday").expect("built in")
}

#[test]
fn every_built_in_is_valid_and_named_as_registered() {
    for entry in BUILT_IN {
        let puzzle = entry.puzzle();
        assert_eq!(puzzle.name, entry.name);
        assert_eq!(puzzle.definition_sha256.len(), 64);
    }
    assert!(built_in("bogus").expect_err("unknown").to_string().contains("weekday, mini"));
}

#[test]
fn the_weekday_board_is_as_designed() {
    let puzzle = weekday();
    assert_eq!((puzzle.board.rows, puzzle.board.columns, puzzle.board.cells.len()), (8, 7, 50));
    let labels = |cells: std::ops::Range<usize>| {
        puzzle.board.cells[cells]
            .iter()
            .map(|cell| cell.label.as_deref().unwrap_or("?"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(labels(0..12), "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec");
    assert_eq!(labels(43..50), "Sun Mon Tue Wed Thu Fri Sat");
    assert_eq!((labels(12..13), labels(42..43)), ("1".to_owned(), "31".to_owned()));
    let missing = [(0, 6), (1, 6), (7, 0), (7, 1), (7, 2), (7, 3)];
    for (row, col) in missing {
        assert_eq!(puzzle.board.cell_at(Square::new(row, col)), None);
    }
    let areas: Vec<usize> = puzzle.pieces.iter().map(|piece| piece.shape.area()).collect();
    assert_eq!(areas, [4, 4, 4, 5, 5, 5, 5, 5, 5, 5]);
}

#[test]
fn dates_are_numbered_month_major() {
    let puzzle = weekday();
    assert_eq!(puzzle.date_count(), 2_604);
    for id in 0..puzzle.date_count() {
        let date = puzzle.date(id);
        let values: Vec<usize> = puzzle.labels(&date).map(|label| label.value as usize).collect();
        assert_eq!(id, (values[0] - 1) * 217 + (values[1] - 1) * 7 + values[2]);
        assert_eq!(puzzle.date_of(&date.picks), date);
        assert_eq!(puzzle.parse_date(&puzzle.date_label(&date)), Ok(date.clone()));
        assert_eq!(puzzle.target(&date).len(), 47);
    }
}

#[test]
fn the_gregorian_calendar_is_counted() {
    let puzzle = weekday();
    let calendar = puzzle.calendar().expect("a calendar");
    let dates: Vec<Date> = (0..puzzle.date_count()).map(|id| puzzle.date(id)).collect();
    assert_eq!(dates.iter().filter(|date| calendar.exists(date)).count(), 2_562);
    let total: i32 = dates.iter().map(|date| i32::from(calendar.occurrences_400y(date))).sum();
    assert_eq!(total, 146_097);
    // The 13th is most often a Friday, 688 times in 400 years; 29 February falls on a Monday 15 times.
    let fridays = (1..=12)
        .map(|m| calendar.occurrences_400y(&puzzle.parse_date(&format!("{m}-13-fri")).expect("a date")));
    assert_eq!(fridays.map(i32::from).sum::<i32>(), 688);
    assert_eq!(calendar.occurrences_400y(&puzzle.parse_date("2-29-mon").expect("a date")), 15);
    assert!(!calendar.exists(&puzzle.parse_date("Feb 30 Sun").expect("a date")));
    assert!(built_in("mini").expect("built in").calendar().is_none());
}

#[test]
fn dates_are_read_in_every_way_of_writing() {
    let puzzle = weekday();
    let same = [
        "2026-10-27",
        "10-27-tue",
        "Oct 27 Tue",
        "october 27 TUESDAY",
        "10/27/tue",
        "2026-oct-27-tue",
        "10 27 Tue",
    ];
    for text in same {
        let date = puzzle.parse_date(text).map(|date| puzzle.date_label(&date));
        assert_eq!(date.as_deref(), Ok("Oct 27 Tue"), "{text}");
    }
    let mini = built_in("mini").expect("built in");
    assert_eq!(mini.parse_date("win-3").map(|date| date.id), Ok(26));
}

#[test]
fn bad_dates_are_answered_with_examples() {
    let puzzle = weekday();
    let answer = |text: &str| puzzle.parse_date(text).expect_err(text).to_string();
    for (text, part) in [
        ("", "the date is empty"),
        ("10", "leaves the day open"),
        ("10-27", "leaves the weekday open"),
        ("13-01-mon", "\"13\" in \"13-01-mon\" is no month of this puzzle (Jan Feb"),
        ("10-32-mon", "is no day of this puzzle (1 to 31)"),
        ("10-27-xyz", "is no weekday of this puzzle (Sun Mon Tue"),
        ("10-27-tue-8", "has more parts than a date of this puzzle (month, day, weekday)"),
        ("2026-10", "leaves the day open"),
        ("2026-02-30", "is no day of the Gregorian calendar"),
        ("2026-13-01", "is no day of the Gregorian calendar"),
        ("2026-10-27-mon", "contradicts itself: that day is a Tue"),
        ("2026-10-27-tue-x", "has more parts"),
        ("2026", "in \"2026\" is no month"),
        ("☃", "is no month"),
    ] {
        assert!(answer(text).contains(part), "{text}: {}", answer(text));
    }
    assert!(answer("10").contains("2026-10-27, 10-27-tue or \"Oct 27 Tue\""), "{}", answer("10"));
    let mini = built_in("mini").expect("built in");
    let no_calendar = mini.parse_date("2026-10-27").expect_err("no calendar").to_string();
    assert!(no_calendar.contains("the puzzle mini has no calendar"), "{no_calendar}");
}

#[test]
fn selections_are_unions_in_ascending_order() {
    let puzzle = weekday();
    let select = |text: &str| puzzle.parse_selection(text).expect(text);
    assert_eq!(select("10").ids.len(), 217);
    assert_eq!(select("10-27").ids, (2_135..2_142).collect::<Vec<_>>());
    assert_eq!(select("10-27-tue,10-27").ids.len(), 7);
    assert_eq!(select("2027").ids.len(), 365);
    assert_eq!(select("2028").ids.len(), 366);
    assert_eq!(select("2026-10-27").ids, [2_137]);
    assert_eq!(select("12, 1-1-sun").ids[0], 0);
    assert!(!select("2027").complete);
    let all = select("1,2,3,4,5,6,7,8,9,10,11,12");
    assert_eq!(all, Selection::all(&puzzle));
    for text in ["", ",", "10,,11", "13", "10-27-tue,bogus", "0000-01-01"] {
        assert!(puzzle.parse_selection(text).is_err(), "{text}");
    }
}

/// A definition of a 2 x 2 board with two dominoes, changed in one place.
fn changed(from: &str, to: &str) -> String {
    let toml = r#"
name = "four"
title = "Four cells"
board = """
A B
* *
"""
[[groups]]
name = "letter"
labels = ["A", "B"]
[[pieces]]
name = "V3"
shape = "XX/X."
"#;
    assert!(toml.contains(from), "{from}");
    toml.replacen(from, to, 1)
}

#[test]
fn a_small_definition_is_valid() {
    let puzzle =
        Definition::from_toml(&changed("four", "four")).expect("it parses").validate().expect("it is valid");
    assert_eq!(puzzle.date_count(), 2);
    let flat: Vec<i8> = puzzle.groups[0].labels.iter().map(|label| label.value).collect();
    assert_eq!(flat, [1, 2]);
}

#[test]
fn every_defect_is_named() {
    for (from, to, part) in [
        ("A B\n* *", ". .\n. .", "the board has no cell"),
        ("A B", "A A", "the label \"a\" stands on 2 cells"),
        ("A B", "A C", "the label \"C\" belongs to no group"),
        ("A B", "A *", "the label \"B\" of the group \"letter\" is not on the board"),
        ("[\"A\", \"B\"]", "[\"A\", \"B\", \"A\"]", "the label \"A\" is listed 2 times"),
        ("[\"A\", \"B\"]", "[]", "the group \"letter\" has no label"),
        ("\"letter\"", "\"1st\"", "\"1st\" is no good name of a group"),
        ("\"letter\"", "\"solutions\"", "\"solutions\" is the name of a column"),
        (
            "\"letter\"",
            "\"weekday\"\ncalendar = \"weekday\"",
            "the label \"A\" of the group \"weekday\" is no weekday",
        ),
        ("\"XX/X.\"", "\"X./.X\"", "the drawing falls into 2 parts"),
        ("\"XX/X.\"", "\"XX/Y.\"", "row 2, column 1 of the drawing is 'Y'"),
        (
            "\"XX/X.\"",
            "\"XX\"",
            "the pieces cover 2 cells, but a date leaves 3 of the board; the difference is 1",
        ),
        ("\"XX/X.\"", "\"XXX\"", "the piece \"V3\" fits nowhere on the board"),
        ("A B", "A a", "the label \"a\" stands on 2 cells"),
        ("A B", "A-1 B", "the label \"A-1\" has a character that separates the parts of a date"),
        ("A B", &format!("A B{}", " .".repeat(130)), "at most 127 of each are possible"),
        ("\"V3\"", "\"ordinal\"", "\"ordinal\" is the name of a column"),
    ] {
        let definition = Definition::from_toml(&changed(from, to)).expect("it parses");
        let error = definition.validate().expect_err(to).to_string();
        assert!(error.contains(part), "{to}: {error}");
    }
    for (from, to, part) in [
        ("name = \"four\"", "nme = \"four\"", "unknown field `nme`"),
        ("title", "[title", "TOML parse error at line 3"),
    ] {
        let error = Definition::from_toml(&changed(from, to)).expect_err(to).to_string();
        assert!(error.contains(part), "{to}: {error}");
    }
}

#[test]
fn all_defects_come_at_once() {
    let toml = changed("A B", "A A").replace("\"XX/X.\"", "\"\"");
    let Err(DefinitionError::Invalid(defects)) = Definition::from_toml(&toml).expect("it parses").validate()
    else {
        panic!("it is not valid");
    };
    assert_eq!(defects.len(), 3, "{defects:?}");
}
