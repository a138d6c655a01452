/// A manual page in the making, in the macros of `man(7)`.
struct Roff {
    private(set) var text: String

    /// Begins a page such as `tagalong-up`; section 1 is for commands, 5 for files.
    init(title: String, section: Int, version: String) {
        text = ".TH \(Self.quoted(title.uppercased())) \(section) \"\" \(Self.quoted("Tagalong \(version)")) "
        text += section == 5 ? "\"File formats\"\n" : "\"User commands\"\n"
        // Shell commands are copied: neither hyphens nor quotes are to become typographic ones.
        text += ".nh\n.ad l\n"
    }

    mutating func section(_ title: String) { text += ".SH \(Self.quoted(title))\n" }

    mutating func raw(_ line: String) { text += line + "\n" }

    /// Prose with blank lines between paragraphs; indented lines are examples, and stay as they are.
    mutating func prose(_ prose: String) {
        var isExample = false
        var isFirst = true
        for line in prose.split(separator: "\n", omittingEmptySubsequences: false) {
            let wantsExample = line.hasPrefix("  ")
            if wantsExample != isExample {
                text += wantsExample ? ".PP\n.nf\n.RS 4\n" : ".RE\n.fi\n.PP\n"
                isExample = wantsExample
            } else if !isExample, !isFirst, !line.isEmpty {
                // A line of its own in the help stays one.
                text += text.hasSuffix(".PP\n") ? "" : ".br\n"
            }
            isFirst = false
            let content = line.drop { $0 == " " }
            if !content.isEmpty {
                text += Self.escaped(String(content)) + "\n"
            } else if !isExample, !text.hasSuffix(".PP\n") {
                text += ".PP\n"
            }
        }
        if isExample { text += ".RE\n.fi\n" }
        while text.hasSuffix(".PP\n") { text.removeLast(4) }
    }

    mutating func entry(_ term: String, _ lines: [String]) {
        text += ".TP\n\(term)\n"
        text += lines.filter { !$0.isEmpty }.map { Self.escaped($0) }.joined(separator: "\n.br\n") + "\n"
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// A text in which nothing is a request or an escape.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") ? "\\&" + result : result
    }

    private static func quoted(_ text: String) -> String { "\"\(text.split(separator: "\"").joined())\"" }
}
