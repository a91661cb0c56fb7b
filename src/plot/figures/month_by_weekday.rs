//! Solutions by the first and the last of three groups: on the weekday board by month and weekday.

use super::solutions_by_month_and_day::means;
use super::{Figure, FigureError, Source};
use crate::plot::Canvas;

pub(super) const FIGURE: Figure =
    Figure { name: "month-by-weekday", title: "Solutions by month and weekday", deterministic: true, draw };

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    means(source, [0, 2, 1])
}
