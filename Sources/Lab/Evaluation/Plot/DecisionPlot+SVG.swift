import Tracking

extension DecisionPlot {
    /// The picture as an SVG document.
    public var svg: String {
        let frame = PlotFrame(seconds: points.last?.time ?? 1, metres: 50)
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(PlotFrame.width) \(PlotFrame.height)\" "
                + "font-family=\"sans-serif\" font-size=\"13\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
            frame.text(PlotFrame.width / 2, 22, "An owner walks away and comes back", anchor: "middle", size: 16),
        ]
        lines += frame.axes
        lines.append(band(frame))
        lines += [Thresholds.standard.warning, Thresholds.standard.critical].flatMap { threshold($0, frame) }
        lines.append(truth(frame))
        lines += changes.enumerated().flatMap { mark($1, row: $0, frame) }
        lines += legend(frame)
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private func band(_ frame: PlotFrame) -> String {
        let there = points.map { frame.point($0.time, $0.high) }
        let back = points.reversed().map { frame.point($0.time, $0.low) }
        return "<polygon fill=\"#9ecae1\" fill-opacity=\"0.7\" points=\"\((there + back).joined(separator: " "))\"/>"
    }

    private func truth(_ frame: PlotFrame) -> String {
        let line = points.map { frame.point($0.time, $0.truth) }.joined(separator: " ")
        return "<polyline fill=\"none\" stroke=\"#333333\" stroke-width=\"2\" points=\"\(line)\"/>"
    }

    private func threshold(_ metres: Double, _ frame: PlotFrame) -> [String] {
        let (colour, name) = metres == Thresholds.standard.warning ? ("#d98b00", "warning") : ("#c0392b", "critical")
        let y = frame.y(metres)
        return [
            "<line x1=\"\(PlotFrame.left)\" x2=\"\(PlotFrame.right)\" y1=\"\(y)\" y2=\"\(y)\" stroke=\"\(colour)\" "
                + "stroke-dasharray=\"6 4\"/>",
            frame.text(PlotFrame.right + 6, y + 4, name, colour: colour),
        ]
    }

    private func mark(_ point: Point, row: Int, _ frame: PlotFrame) -> [String] {
        let x = frame.x(point.time)
        let top = PlotFrame.top + 14 + 17 * Double(row)
        let (colour, words) =
            switch point.level {
            case .critical: ("#c0392b", "critical")
            case .warning: ("#d98b00", "warning")
            case .none: ("#2e7d32", "near again")
            }
        return [
            "<line x1=\"\(x)\" x2=\"\(x)\" y1=\"\(top)\" y2=\"\(PlotFrame.bottom)\" stroke=\"\(colour)\"/>",
            "<circle cx=\"\(x)\" cy=\"\(frame.y(point.truth))\" r=\"4\" fill=\"\(colour)\"/>",
            frame.text(x + 5, top + 4, "\(words) at \(Int(point.truth.rounded())) m", colour: colour),
        ]
    }

    private func legend(_ frame: PlotFrame) -> [String] {
        let y = PlotFrame.height - 12
        return [
            "<line x1=\"80\" x2=\"110\" y1=\"\(y - 4)\" y2=\"\(y - 4)\" stroke=\"#333333\" stroke-width=\"2\"/>",
            frame.text(116, y, "true distance"),
            "<rect x=\"240\" y=\"\(y - 12)\" width=\"30\" height=\"14\" fill=\"#9ecae1\"/>",
            frame.text(276, y, "what Tagalong knows: in here with a probability of 90 %"),
        ]
    }
}

/// Where things lie in a picture of seconds and metres.
struct PlotFrame {
    static let width = 760.0, height = 440.0
    static let left = 60.0, right = 680.0, top = 40.0, bottom = 370.0

    let seconds: Double
    let metres: Double

    func x(_ second: Double) -> Double { Self.rounded(Self.left + (Self.right - Self.left) * second / seconds) }

    /// What is beyond the frame lies on its edge.
    func y(_ metre: Double) -> Double {
        Self.rounded(Self.bottom - (Self.bottom - Self.top) * min(metres, max(0, metre)) / metres)
    }

    func point(_ second: Double, _ metre: Double) -> String { "\(x(second)),\(y(metre))" }

    func text(
        _ x: Double, _ y: Double, _ words: String, anchor: String = "start", colour: String = "#333333", size: Int = 13
    ) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\" fill=\"\(colour)\" font-size=\"\(size)\">\(words)</text>"
    }

    var axes: [String] {
        let left = Self.left
        let bottom = Self.bottom
        var lines = [
            "<path d=\"M \(left) \(Self.top) V \(bottom) H \(Self.right)\" fill=\"none\" stroke=\"#333333\"/>",
            text((left + Self.right) / 2, bottom + 38, "seconds", anchor: "middle"),
            text(left - 8, Self.top - 10, "metres", anchor: "middle"),
        ]
        for second in stride(from: 0.0, through: seconds, by: 30) {
            lines.append(text(x(second), bottom + 18, "\(Int(second))", anchor: "middle"))
        }
        for metre in stride(from: 0.0, through: metres, by: 10) {
            lines.append(text(left - 8, y(metre) + 4, "\(Int(metre))", anchor: "end"))
        }
        return lines
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
