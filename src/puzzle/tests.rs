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
    assert!(built_in("bogus").expect_err("unknown").to_string().contains("weekday, weekday-monday-first"));
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
fn labels_of_one_group_select_every_date_that_has_them() {
    let text = "name = \"pairs\"\ntitle = \"Pairs\"\nboard = \"\"\"\n1 2 3\n4 5 6\n\"\"\"\n[[groups]]\nname = \"cell\"\n\
                labels = [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\"]\nexposed = 2\n[[pieces]]\nname = \"T4\"\nshape = \"XXX/.X.\"\n";
    let puzzle = Definition::from_toml(text).and_then(|definition| definition.validate()).expect("valid");
    assert_eq!(puzzle.date_count(), 15);
    let selected = |filter: &str| puzzle.parse_selection(filter).expect("dates").ids.len();
    assert_eq!((selected("4"), selected("4 6"), selected("6-4"), selected("4,6")), (5, 1, 1, 9));
    let error = |filter: &str| puzzle.parse_date(filter).expect_err("no date").to_string();
    assert!(error("4").contains("leaves some of 2 labels of cell open"), "{}", error("4"));
    assert!(error("1 2 3").contains("than a date of this puzzle (2 of cell)"), "{}", error("1 2 3"));
}

#[test]
fn labels_of_four_digits_are_no_years() {
    let text = "name = \"years\"\ntitle = \"Years\"\nboard = \"2024 2025 * *\"\n[[groups]]\nname = \"year\"\n\
                labels = [\"2024\", \"2025\"]\n[[pieces]]\nname = \"I3\"\nshape = \"XXX\"\n";
    let puzzle = Definition::from_toml(text).and_then(|definition| definition.validate()).expect("valid");
    assert_eq!(puzzle.parse_date("2024").expect("a date").picks, [0]);
    assert_eq!(puzzle.parse_selection("2025").expect("a date").ids, [1]);
    assert!(puzzle.parse_date("2026").expect_err("no label").to_string().contains("2026"));
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

/// A definition of a 2 x 2 board with one tromino.
const FOUR: &str = r#"
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

/// The same, changed in one place.
fn changed(from: &str, to: &str) -> String {
    assert!(FOUR.contains(from), "{from}");
    FOUR.replacen(from, to, 1)
}

fn puzzle_of(toml: &str) -> Result<Puzzle, DefinitionError> {
    Definition::from_toml(toml)?.validate()
}

#[test]
fn a_small_definition_is_valid() {
    let puzzle = puzzle_of(FOUR).expect("it is valid");
    assert_eq!(puzzle.date_count(), 2);
    let flat: Vec<i8> = puzzle.groups[0].labels.iter().map(|label| label.value).collect();
    assert_eq!(flat, [1, 2]);
    assert!(puzzle.warnings.is_empty());
}

/// Each kind of defect, with its line and the mend.
#[test]
fn every_defect_is_named_with_its_line() {
    for (from, to, told) in [
        ("A B\n* *", ". .\n. .", "line 5: the board has no cell; draw one word for each square"),
        ("A B", "A A", "line 5: the label \"A\" stands on 2 cells"),
        ("A B", "A *B", "line 5: \"*B\" mixes . or * with something else; put a space between"),
        ("A B", "A .B", "line 5: \".B\" mixes . or *"),
        ("* *", "C D", "line 6: the labels \"C\", \"D\" belong to no group; list in a group"),
        (
            "[[groups]]",
            "[groups]\nname = \"x\"\n[groups]",
            "line 11: this is no TOML: duplicate key; each piece begins with [[pieces]]",
        ),
        ("A B", "A C", "line 5: the label \"C\" belongs to no group; list in a group what may be exposed"),
        ("A B", "A *", "line 10: the label \"B\" of the group \"letter\" is not on the board; draw it"),
        ("[\"A\", \"B\"]", "[\"A\",\n\"B\",\n\"a\"]", "line 12: the label \"a\" is listed 2 times"),
        ("[\"A\", \"B\"]", "[]", "line 8: the group \"letter\" has no label; list its labels or remove it"),
        ("\"letter\"", "\"1st\"", "line 9: \"1st\" is no good name of a group; use letters"),
        ("\"letter\"", "\"solutions\"", "line 9: \"solutions\" is the name of a column"),
        (
            "\"letter\"",
            "\"weekday\"\ncalendar = \"weekday\"",
            "line 11: the label \"A\" of the group \"weekday\" is no weekday such as Sun or Mon; correct it",
        ),
        (
            "\"letter\"",
            "\"a\"\ncalendar = \"year\"",
            "line 10: the value \"year\" of \"calendar\" is not possible",
        ),
        ("\"XX/X.\"", "\"X./.X\"", "line 13: the piece \"V3\": the drawing falls into 2 parts"),
        ("\"XX/X.\"", "\"\"", "line 11: the piece \"V3\": the drawing has no square; draw each square as X"),
        ("\"XX/X.\"", "\"XX/Y.\"", "line 13: the piece \"V3\": row 2, column 1 of the drawing is 'Y'"),
        ("\"XX/X.\"", "5", "line 13: the value of \"shape\" is a TOML integer; write for example shape = "),
        (
            "\"XX/X.\"",
            "\"XX\"",
            "the pieces cover 2 cells (V3 2), but the board leaves 3: it has 4, of which 1 stay exposed; the difference is 1: add",
        ),
        ("\"XX/X.\"", "\"XXX\"", "line 11: the piece \"V3\" fits nowhere on the board; draw another shape"),
        ("A B", "A a", "line 5: the label \"a\" stands on 2 cells"),
        ("\"A\", \"B\"", "\"A\", \"B-1\"", "line 10: the label \"B-1\" has a character that separates"),
        (
            "A B",
            &format!("A B{}", " .".repeat(130)),
            "line 5: the board is drawn with 2 rows and 132 columns",
        ),
        (
            "A B",
            &format!("A B {}", "*".repeat(70)),
            "line 5: the board has 74 cells; at most 64 are possible",
        ),
        ("\"V3\"", "\"ordinal\"", "line 12: \"ordinal\" is the name of a column"),
        (
            "\"V3\"",
            "\"V3\"\ncopies = 0",
            "line 13: the value 0 of \"copies\" is not possible; write a number from 1 to 64",
        ),
        (
            "\"V3\"",
            "\"V3\"\ncopies = 65",
            "line 13: the value 65 of \"copies\" is not possible; write a number from 1 to 64",
        ),
        (
            "\"V3\"",
            "\"V3\"\ncopies = -99999999999999999999",
            "line 13: the value -99999999999999999999 of \"copies\"",
        ),
        ("\"V3\"", &format!("{:?}", "V".repeat(61)), "line 12: \"VVV"),
        ("\"V3\"", "\"V3\"\ncopies = \"many\"", "line 13: the value \"many\" of \"copies\" is not possible"),
        ("\"V3\"", "\"V3\"\nfaces = \"top\"", "line 13: the value \"top\" of \"faces\" is not possible"),
        ("\"V3\"", "\"V3\"\nrotate = 1", "line 13: the value of \"rotate\" is a TOML integer"),
        ("\"V3\"", "\"V3\"\ncopies = 2", "the pieces cover 6 cells (2 x V3 6), but the board leaves 3"),
        ("name = \"V3\"\n", "", "line 11: a piece lacks the key \"name\"; write for example name = "),
        (
            "name = \"V3\"",
            "nme = \"V3\"",
            "line 12: the key \"nme\" is unknown; a piece has the keys name, shape, faces",
        ),
        (
            "name = \"four\"",
            "nme = \"four\"",
            "line 2: the key \"nme\" is unknown; the puzzle has the keys name, title",
        ),
        ("name = \"four\"", "name = \"4\"", "line 2: \"4\" is no good name of a puzzle"),
        ("Four cells", "Four\\ncells", "line 3: title \"Four\\ncells\" has a line break"),
        ("title", "[title", "line 3: this is no TOML: "),
        (
            "name = \"letter\"",
            "name = \"letter\"\nexposed = 3",
            "line 10: the group \"letter\" cannot leave 3 of its 2",
        ),
        (
            "name = \"letter\"",
            "name = \"letter\"\ncells = \"AB\"",
            "line 10: \"AB\" cannot stand for the cells of",
        ),
        (
            "name = \"letter\"",
            "name = \"letter\"\ncells = \"A\"",
            "line 5: the board has the character 'B', and no group",
        ),
        (
            "[[pieces]]",
            "[[groups]]\nname = \"Letter\"\nlabels = []\n[[pieces]]",
            "line 12: the name \"Letter\" is used for 2 groups",
        ),
        ("name = \"V3\"\nshape = \"XX/X.\"\n", "", "line 11: a piece lacks the key \"shape\""),
        (
            "[[pieces]]\nname = \"V3\"\nshape = \"XX/X.\"\n",
            "",
            "line 1: the puzzle lacks the key \"pieces\"; write for example [[pieces]]",
        ),
        (
            "[[pieces]]",
            "[pieces]",
            "line 11: the value of \"pieces\" is a TOML table; write for example [[pieces]]",
        ),
    ] {
        let error = puzzle_of(&changed(from, to)).expect_err(to).to_string();
        assert!(error.contains(&format!("\n  - {told}")), "{to}: {error}");
    }
    let unlimited = FOUR.replace("\"V3\"", "\"V3\"\ncopies = \"unlimited\"");
    assert_eq!(puzzle_of(&unlimited).expect("it is valid").pieces[0].copies, 1);
    let two = format!("{unlimited}[[pieces]]\nname = \"D\"\nshape = \"XX\"\ncopies = \"unlimited\"\n");
    let error = puzzle_of(&two).expect_err("two").to_string();
    assert!(error.contains("line 15: the copies of \"V3\", \"D\" are unlimited"), "{error}");
    let much = format!("{unlimited}[[pieces]]\nname = \"D\"\nshape = \"XX\"\n");
    let error = puzzle_of(&much).expect_err("no multiple").to_string();
    assert!(
        error.contains("line 11: the copies of \"V3\" are unlimited, but the other pieces leave it 1 cells"),
        "{error}"
    );
}

#[test]
fn all_defects_come_at_once_in_the_order_of_their_lines() {
    let lines = |toml: &str| -> Vec<Option<usize>> {
        let Err(DefinitionError(defects)) = puzzle_of(toml) else { panic!("it is not valid") };
        defects.iter().map(|defect| defect.line).collect()
    };
    let toml = changed("A B", "A A").replace("\"XX/X.\"", "\"\"");
    assert_eq!(lines(&toml), [Some(5), Some(10), Some(11)]);
    // What cannot be read is told together, and with what is wrong with the rest.
    let toml = FOUR.replace("title", "titel").replace("labels", "label").replace("shape", "form");
    assert_eq!(lines(&toml), [Some(1), Some(3), Some(10), Some(11), Some(13)]);
    let toml = FOUR
        .replace("\"Four cells\"", "5")
        .replace("\"four\"", "\"4\"")
        .replace("A B", "A A")
        .replace("XX/X.", "XQ");
    assert_eq!(lines(&toml), [Some(2), Some(3), Some(5), Some(10), Some(13)]);
    assert_eq!(lines("name = 1\ntitle = \nboard = [\n")[0], Some(2));
    assert_eq!(lines("").len(), 4);
    // Numbered columns may clash whatever else is wrong.
    let toml = FOUR.replace("XX/X.", "XQ").replace("\"V3\"", "\"x\"\ncopies = 2");
    let toml = format!("{toml}[[pieces]]\nname = \"x-1\"\nshape = \"X\"\n");
    assert_eq!(lines(&toml), [Some(14)]);
    let clash = puzzle_of(&toml.replace("XQ", "X")).expect_err("a clash").to_string();
    assert!(clash.contains("line 16: \"x\" and \"x-1\" would both have a column \"x_1\""), "{clash}");
}

#[test]
fn months_are_told_by_their_labels() {
    let of = |labels: &[&str]| calendar::values(CalendarKey::Month, labels);
    assert_eq!(of(&["Feb", "jan", "december", "4"]), [Some(2), Some(1), Some(12), Some(4)]);
    assert_eq!(of(&["foo", "Jan"]), [None, Some(1)]);
    // Twelve in order may have any language; out of order they must say what they are.
    let german = ["Jan", "Feb", "Mrz", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"];
    assert_eq!(of(&german), (1..=12).map(Some).collect::<Vec<_>>());
    let mut turned = german;
    turned.swap(0, 1);
    assert_eq!(of(&turned)[..3], [Some(2), Some(1), None]);
    let toml = r#"
name = "cal"
title = "Calendar"
board = "Feb Jan 29 30 *"
[[groups]]
name = "month"
calendar = "month"
labels = ["Feb", "Jan"]
[[groups]]
name = "day"
calendar = "day"
labels = ["29", "30"]
[[pieces]]
name = "one"
shape = "X"
copies = 3
"#;
    let puzzle = puzzle_of(toml).expect("it is valid");
    let date = puzzle.parse_date("2024-02-29").expect("a day");
    assert_eq!(puzzle.date_label(&date), "Feb 29");
    let exists = |text: &str| {
        puzzle.calendar().is_some_and(|calendar| calendar.exists(&puzzle.parse_date(text).expect("a date")))
    };
    assert!(exists("Jan 30") && exists("Feb 29") && !exists("Feb 30"));
}

#[test]
fn a_label_is_no_character_of_the_drawing() {
    let toml = r#"
name = "x"
title = "X"
board = """
LLL
NN*
***
"""
[[groups]]
name = "letter"
cells = "L"
labels = ["A", "B", "N"]
[[groups]]
name = "number"
cells = "N"
[[pieces]]
name = "one"
shape = "X"
copies = "unlimited"
"#;
    let puzzle = puzzle_of(toml).expect("it is valid");
    let cells =
        |group: usize| -> Vec<usize> { puzzle.groups[group].labels.iter().map(|label| label.cell).collect() };
    assert_eq!((cells(0), cells(1)), (vec![0, 1, 2], vec![3, 4]));
    let groups: Vec<Option<usize>> = puzzle.board.cells.iter().map(|cell| cell.group).collect();
    assert_eq!(groups[..6], [Some(0), Some(0), Some(0), Some(1), Some(1), None]);
    assert!((0..6).all(|id| puzzle.exposed(&puzzle.date(id)).len() == 2));
}

#[test]
fn groups_may_be_drawn_by_characters() {
    let by_words = r#"
board = """
. Jan Feb *
1 2 3 .
"""
[[groups]]
name = "month"
labels = ["Jan", "Feb"]
[[groups]]
name = "day"
labels = ["1", "2", "3"]
"#;
    let by_characters = r#"
board = """
.MM*
D D D .
"""
[[groups]]
name = "month"
cells = "M"
labels = ["Jan", "Feb"]
[[groups]]
name = "day"
cells = "D"
"#;
    let puzzle = |board: &str| {
        let piece = "[[pieces]]\nname = \"D\"\nshape = \"XX\"\ncopies = 2\n";
        puzzle_of(&format!("name = \"x\"\ntitle = \"X\"\n{board}{piece}")).expect("it is valid")
    };
    let (words, characters) = (puzzle(by_words), puzzle(by_characters));
    assert_eq!((words.board.rows, words.board.columns), (2, 4));
    for id in 0..words.date_count() {
        let [a, b] = [&words, &characters].map(|puzzle| {
            let date = puzzle.date(id);
            (puzzle.date_label(&date), puzzle.exposed(&date), puzzle.date_of(&date.picks).id)
        });
        assert_eq!(a, b);
    }
}

#[test]
fn any_cells_may_be_exposed() {
    let toml = FOUR
        .replace("\nA B\n* *\n", "\nCCC\nCC*\n")
        .replace("labels = [\"A\", \"B\"]", "cells = \"C\"\nexposed = 3");
    let puzzle = puzzle_of(&toml).expect("it is valid");
    assert!(!puzzle.exposes_one_of_each());
    assert_eq!((puzzle.groups.len(), puzzle.date_count()), (3, 10));
    let columns: Vec<String> = puzzle.groups.iter().map(Group::column).collect();
    assert_eq!(columns, ["letter_1", "letter_2", "letter_3"]);
    let picks: Vec<Vec<usize>> = (0..10).map(|id| puzzle.date(id).picks).collect();
    assert!(
        picks.is_sorted() && picks.iter().all(|picks| picks.is_sorted() && picks.len() == 3),
        "{picks:?}"
    );
    for (id, picks) in picks.iter().enumerate() {
        assert_eq!(puzzle.date_of(picks).id, id);
    }
    // In any order, but each once.
    assert_eq!(puzzle.parse_date("5 1 4").map(|date| date.picks), Ok(vec![0, 3, 4]));
    let twice = puzzle.parse_date("5 1 5").expect_err("twice").to_string();
    assert!(twice.contains("names 5 twice"), "{twice}");
    assert_eq!(puzzle.parse_selection("2").expect("a filter").ids, [0, 1, 2, 6, 7, 8]);
}

#[test]
fn pieces_that_are_alike_are_warned_of() {
    let toml = FOUR.replace("A B\n* *", "A B * * *\n* * * * *").replace("XX/X.", "XXX/X..");
    let another = |shape: &str, more: &str| {
        let toml = toml.replace("\"XXX/X..\"", &format!("\"XXX/X..\"\n{more}"));
        let toml = format!("{toml}[[pieces]]\nname = \"other\"\nshape = \"{shape}\"\n{more}");
        let toml = toml + "[[pieces]]\nname = \"one\"\nshape = \"X\"\n";
        puzzle_of(&toml).expect("it is valid").warnings
    };
    let told = |warnings: &[Defect]| warnings.iter().map(Defect::to_string).collect::<String>();
    let congruent = told(&another("X../XXX", ""));
    assert!(congruent.contains("line 15: the pieces \"V3\", \"other\" are congruent"), "{congruent}");
    let mirrored = told(&another("X../XXX", "faces = \"front\"\n"));
    assert!(mirrored.contains("line 16: the pieces \"V3\" and \"other\" are mirror images"), "{mirrored}");
    assert_eq!(another("XXXX", ""), []);
    let odd = |from: &str, to: &str| told(&puzzle_of(&changed(from, to)).expect("it is valid").warnings);
    let short = odd("A B\n* *", "A\nB * *");
    assert!(short.contains("line 5: this row of the board has 1 squares, and the longest has 3"), "{short}");
    let days = FOUR.replace("\"A\", \"B\"]", "\"1\", \"2\"]\ncalendar = \"day\"").replace("A B", "1 2");
    let calendar = told(&puzzle_of(&days).expect("it is valid").warnings);
    assert!(calendar.contains("line 8: `calendar` of the group \"letter\" has no effect"), "{calendar}");
    for entry in BUILT_IN {
        assert_eq!(entry.puzzle().warnings, [], "{}", entry.name);
    }
}

#[test]
fn definitions_are_written_as_they_are_read() {
    let same = |puzzle: &Puzzle, again: &Puzzle| {
        assert_eq!(puzzle.date_count(), again.date_count());
        let shapes = |puzzle: &Puzzle| -> Vec<_> {
            let pieces = puzzle.pieces.iter();
            pieces.map(|p| (p.name.clone(), p.shape.orientations(p.motions), p.copies)).collect()
        };
        assert_eq!(shapes(puzzle), shapes(again));
        for id in (0..puzzle.date_count()).step_by(7) {
            let (a, b) = (puzzle.date(id), again.date(id));
            assert_eq!((puzzle.date_label(&a), puzzle.target(&a)), (again.date_label(&b), again.target(&b)));
        }
        assert_eq!((&puzzle.name, &puzzle.title, &puzzle.source), (&again.name, &again.title, &again.source));
    };
    for entry in BUILT_IN {
        same(&entry.puzzle(), &puzzle_of(&entry.definition().to_toml()).expect(entry.name));
    }
    let odd = FOUR.replace("Four cells", "\\\"Four\\\" \\\\ cells \u{2603}");
    let odd = odd.replace("[\"A\"", "['\"'").replace("A B", "\" B");
    let definition = Definition::from_toml(&odd).expect("it can be read");
    same(&definition.validate().expect("valid"), &puzzle_of(&definition.to_toml()).expect("valid"));
}
