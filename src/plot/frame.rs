//! What every figure has around its data: title and subtitle above, a footnote below.

use super::canvas::Canvas;
use super::colour::{GREY_TEXT, INK};
use super::error::PlotError;
use super::text::{Anchor, TextStyle};

/// White border of every figure, in logical pixels.
pub(super) const MARGIN: f64 = 24.0;

const TITLE: TextStyle = TextStyle::new(19.0, INK).medium().anchor(Anchor::CapTop);
const SUBTITLE: TextStyle = TextStyle::new(12.5, GREY_TEXT).anchor(Anchor::CapTop);
const FOOTNOTE: TextStyle = TextStyle::new(10.5, GREY_TEXT).anchor(Anchor::CapTop);

/// Titles longer than the figure widen it up to this width, then they are broken into lines.
const WIDENED_FOR_TITLE: f64 = 480.0;

/// Text broken into lines of one style.
pub(super) struct TextBlock {
    lines: Vec<String>,
    style: TextStyle,
    line_height: f64,
}

impl TextBlock {
    /// Breaks `text` into lines of at most `limit` logical pixels.
    pub(super) fn new(text: &str, style: TextStyle, limit: f64) -> Result<Self, PlotError> {
        Ok(Self { lines: style.wrap(text, limit)?, style, line_height: (style.size * 1.35).round() })
    }

    /// Width of the longest line.
    pub(super) fn width(&self) -> Result<f64, PlotError> {
        widest(self.lines.iter().map(String::as_str), &self.style)
    }

    /// Height from the top of the first line's capitals to the last line's baseline; 0 without text.
    pub(super) fn height(&self) -> f64 {
        match self.lines.len() {
            0 => 0.0,
            lines => (lines - 1) as f64 * self.line_height + self.style.cap_height().ceil(),
        }
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, x: f64, top: f64) -> Result<(), PlotError> {
        let mut y = top;
        for line in &self.lines {
            canvas.text(line, (x, y), &self.style.anchor(Anchor::CapTop))?;
            y += self.line_height;
        }
        Ok(())
    }
}

/// Title, subtitle and footnote, broken to the width of the figure, and the room they take.
pub(super) struct Frame {
    title: TextBlock,
    subtitle: TextBlock,
    footnote: TextBlock,
    /// Width of the figure without its margins: that of the content, or more if the texts need it.
    pub(super) width: f64,
}

impl Frame {
    pub(super) fn new(
        title: &str,
        subtitle: &str,
        footnote: Option<&str>,
        content_width: f64,
    ) -> Result<Self, PlotError> {
        let limit = content_width.max(WIDENED_FOR_TITLE);
        let title = TextBlock::new(title, TITLE, limit)?;
        let limit = content_width.max(title.width()?).max(WIDENED_FOR_TITLE * 0.75);
        let subtitle = TextBlock::new(subtitle, SUBTITLE, limit)?;
        let footnote = TextBlock::new(footnote.unwrap_or_default(), FOOTNOTE, limit)?;
        let texts = title.width()?.max(subtitle.width()?).max(footnote.width()?);
        Ok(Self { title, subtitle, footnote, width: content_width.max(texts).ceil() })
    }

    /// Where the content begins, from the top of the figure.
    pub(super) fn content_top(&self) -> f64 {
        let mut top = MARGIN + self.title.height();
        if self.subtitle.height() > 0.0 {
            top += if self.title.height() > 0.0 { 12.0 } else { 0.0 } + self.subtitle.height();
        }
        if top > MARGIN { top + 20.0 } else { top }
    }

    /// A canvas with the texts on it and room for content of this height.
    pub(super) fn canvas(&self, content_height: f64) -> Result<Canvas, PlotError> {
        let content_bottom = self.content_top() + content_height.ceil();
        let footnote_top = content_bottom + 18.0;
        let bottom = match self.footnote.height() {
            0.0 => content_bottom,
            height => footnote_top + height,
        };
        let mut canvas = Canvas::new(self.width + 2.0 * MARGIN, bottom + MARGIN)?;
        self.title.draw(&mut canvas, MARGIN, MARGIN)?;
        let title_room = if self.title.height() > 0.0 { 12.0 } else { 0.0 } + self.title.height();
        self.subtitle.draw(&mut canvas, MARGIN, MARGIN + title_room)?;
        self.footnote.draw(&mut canvas, MARGIN, footnote_top)?;
        Ok(canvas)
    }
}

/// Width of the widest text; 0 without texts.
pub(super) fn widest<'a>(
    texts: impl IntoIterator<Item = &'a str>,
    style: &TextStyle,
) -> Result<f64, PlotError> {
    texts.into_iter().try_fold(0.0_f64, |widest, text| Ok(widest.max(style.width(text)?)))
}

/// Every how many labels one is written, so that labels of this extent do not touch.
pub(super) fn stride(cell: f64, label: f64) -> usize {
    [1, 2, 5, 10, 20, 50, 100]
        .into_iter()
        .find(|stride| *stride as f64 * cell >= label)
        .unwrap_or_else(|| (label / cell).ceil() as usize)
}
