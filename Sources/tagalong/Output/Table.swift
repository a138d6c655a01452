/// Rows of text in aligned columns.
struct Table: Hashable, Sendable {
    let header: [String]
    let rows: [[String]]

    /// One line a row, the header first; two blanks between columns, none at the end of a line.
    var text: String {
        let lines = ([header] + rows).map { $0.map(\.printable) }
        var widths = Array(repeating: 0, count: header.count)
        for line in lines {
            for (column, cell) in line.enumerated() { widths[column] = max(widths[column], cell.count) }
        }
        return lines.map { Self.align($0, to: widths) + "\n" }.joined()
    }

    private static func align(_ cells: [String], to widths: [Int]) -> String {
        var line = ""
        for (cell, width) in zip(cells, widths) {
            line += cell + String(repeating: " ", count: width - cell.count + 2)
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}

extension String {
    /// The text on one line and without control characters, nor any that turn the direction of writing: names and topics
    /// come from the network, and must not command the terminal.
    var printable: String {
        if unicodeScalars.allSatisfy(\.isPrintable) { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : "?" }))
    }
}

extension Unicode.Scalar {
    /// Whether it stays on its line and leaves the text around it as it stands.
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !properties.isBidiControl
        }
    }
}
