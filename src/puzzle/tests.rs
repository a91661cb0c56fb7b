use super::*;

#[test]
fn every_built_in_is_valid() {
    for entry in BUILT_IN {
        assert_eq!(entry.puzzle().name, entry.name);
    }
}
