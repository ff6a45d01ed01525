//! Pictures as SVG text: elements, and the axes of graphs.

use std::fmt::Write;

/// An element's attributes.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a str)];

/// A picture that grows.
pub(super) struct Svg(String);

impl Svg {
    /// An empty picture; its size on a page is up to the page.
    pub fn new(width: f64, height: f64, attributes: Attributes) -> Svg {
        let size = format!("0 0 {} {}", number(width), number(height));
        let mut svg = Svg(String::new());
        svg.0 += "<svg xmlns=\"http://www.w3.org/2000/svg\"";
        svg.attributes(&[("viewBox", &size)]);
        svg.attributes(attributes);
        svg.0 += ">\n";
        svg
    }

    fn attributes(&mut self, attributes: Attributes) {
        for (name, value) in attributes {
            let _ = write!(self.0, " {name}=\"{}\"", escape(value)); // a String takes anything
        }
    }

    /// An element without contents.
    pub fn add(&mut self, name: &str, attributes: Attributes) {
        let _ = write!(self.0, "<{name}");
        self.attributes(attributes);
        self.0 += "/>\n";
    }

    /// An element around what is added until [`Svg::close`].
    pub fn open(&mut self, name: &str, attributes: Attributes) {
        let _ = write!(self.0, "<{name}");
        self.attributes(attributes);
        self.0.push('>');
    }

    pub fn close(&mut self, name: &str) {
        let _ = writeln!(self.0, "</{name}>");
    }

    /// An element that holds text alone.
    pub fn text(&mut self, name: &str, attributes: Attributes, text: &str) {
        self.open(name, attributes);
        self.0 += &escape(text);
        self.close(name);
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), attributes: Attributes) {
        let path = format!("M{} {}L{} {}", number(from.0), number(from.1), number(to.0), number(to.1));
        self.add("path", &[&[("d", path.as_str())], attributes].concat());
    }

    /// A text at a place; `attributes` say how it is aligned.
    pub fn label(&mut self, (x, y): (f64, f64), attributes: Attributes, text: &str) {
        self.text("text", &[&[("x", number(x).as_str()), ("y", &number(y))], attributes].concat(), text);
    }

    pub fn finish(self) -> String {
        self.0 + "</svg>\n"
    }
}

/// A tenth is finer than anybody sees.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(ToOwned::to_owned).unwrap_or(text)
}

/// As lines and polygons want them.
pub(super) fn points(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    points.into_iter().map(|(x, y)| format!("{},{}", number(x), number(y))).collect::<Vec<_>>().join(" ")
}

/// Text that means itself in XML and HTML, in attributes too. What XML cannot say at all is left out.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            sign if sign.is_control() && sign != '\n' && sign != '\t' => (),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// A graph's frame: steps from the left to the right, values from below to above.
pub(super) struct Axes {
    pub width: f64,
    pub height: f64,
    pub margin: f64,
    /// How many values there are.
    pub steps: usize,
    pub low: f64,
    pub high: f64,
}

impl Axes {
    pub fn x(&self, step: usize) -> f64 {
        self.margin + (self.width - 2.0 * self.margin) * step as f64 / (self.steps.max(2) - 1) as f64
    }

    pub fn y(&self, value: f64) -> f64 {
        let range = (self.high - self.low).max(1e-9);
        self.height - self.margin - (self.height - 2.0 * self.margin) * (value - self.low) / range
    }

    pub fn spot(&self, step: usize, value: f64) -> (f64, f64) {
        (self.x(step), self.y(value))
    }

    /// The picture with lines at five values, and below it the numbers of about ten steps, counted from `first`.
    pub fn begin(&self, value: impl Fn(f64) -> String, first: usize) -> Svg {
        let font = [("font-family", "sans-serif"), ("font-size", "12")];
        let mut svg = Svg::new(self.width, self.height, &font);
        let (width, height) = (number(self.width), number(self.height));
        svg.add("rect", &[("width", &width), ("height", &height), ("fill", "white")]);
        for quarter in 0..=4 {
            let at = self.low + (self.high - self.low) * f64::from(quarter) / 4.0;
            let (left, y) = (self.margin, self.y(at));
            svg.line((left, y), (self.width - self.margin, y), &[("stroke", "#ddd")]);
            svg.label((left - 6.0, y + 4.0), &[("text-anchor", "end")], &value(at));
        }
        for step in (0..self.steps).step_by(self.steps.div_ceil(10).max(1)) {
            let below = (self.x(step), self.height - self.margin + 18.0);
            svg.label(below, &[("text-anchor", "middle")], &(step + first).to_string());
        }
        svg
    }

    /// The title of the steps.
    pub fn name_steps(&self, svg: &mut Svg, name: &str) {
        svg.label((self.width / 2.0, self.height - 12.0), &[("text-anchor", "middle")], name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out() {
        let mut svg = Svg::new(10.0, 2.5, &[("class", "\"x")]);
        svg.text("text", &[], "</text><script>&\u{0}");
        let expected = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 2.5\" class=\"&quot;x\">\n\
                        <text>&lt;/text&gt;&lt;script&gt;&amp;</text>\n</svg>\n";
        assert_eq!(svg.finish(), expected);
    }

    #[test]
    fn axes_reach_from_corner_to_corner() {
        let axes = Axes { width: 100.0, height: 50.0, margin: 10.0, steps: 5, low: 1.0, high: 3.0 };
        assert_eq!((axes.spot(0, 1.0), axes.spot(4, 3.0)), ((10.0, 40.0), (90.0, 10.0)));
        let alone = Axes { steps: 1, ..axes };
        assert_eq!(alone.x(0), 10.0);
    }
}
