/// Text on a terminal that is drawn again in its place.
struct LiveText: Hashable, Sendable {
    /// How many lines the last drawing took.
    private var height = 0

    /// The size of a terminal in characters.
    struct Size: Hashable, Sendable {
        var columns: Int
        var rows: Int
    }

    /// What to write to the terminal so that it shows these lines in place of the last ones.
    ///
    /// Lines are cut to the width; those beyond the height are left out, and counted in the last one.
    mutating func drawing(_ lines: [String], in size: Size) -> String {
        let room = max(2, size.rows - 1)
        var shown = lines
        if lines.count > room { shown = lines.prefix(room - 1) + ["… and \(lines.count - room + 1) more"] }
        var text = height > 0 ? "\r\u{1B}[\(height)A" : ""
        // A terminal breaks a line that fills it in different ways.
        for line in shown { text += line.prefix(max(1, size.columns - 1)) + "\u{1B}[K\n" }
        height = shown.count
        return text + "\u{1B}[J"
    }
}
