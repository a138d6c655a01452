/// What the YAML library finds, in words for who has written the file: what is expected there.
enum YAMLTrouble {
    /// A sentence for the library's problem and the context in which it met that.
    static func sentence(_ problem: String, _ context: String) -> String {
        let found = problems.first { problem.contains($0.words) && context.contains($0.context) }
        return found?.sentence ?? "'key: value' lines are expected, indented alike with spaces"
    }

    /// The first that fits holds.
    private static let problems: [(words: String, context: String, sentence: String)] = [
        ("tab character", "", "spaces are expected at the beginning of a line, found a tab"),
        ("cannot start any token", "", "a value in quotes is expected, found a tab or a character such as @ or `"),
        ("undefined alias", "", "a name that '&' has given above is expected behind '*'; a text with '*' needs quotes"),
        ("unexpected end of stream", "quoted", "the quote that ends a text is expected, found the end of the file"),
        ("unexpected document indicator", "", "the quote that ends a text is expected, found a line with --- or ..."),
        ("unknown escape", "", "\\n, \\t, \\\" or \\\\ is expected behind a backslash in double quotes"),
        ("Unicode character escape", "", "a character's number is expected behind \\u in double quotes"),
        ("hexdecimal number", "", "hexadecimal digits are expected behind \\x or \\u in double quotes"),
        ("mapping values are not allowed", "", "one ': ' in a line is expected; a text with another one needs quotes"),
        ("mapping keys are not allowed", "", "a text that begins with '? ' needs quotes"),
        ("block sequence entries", "", "'- ' is expected at the beginning of a line of its own"),
        ("expected ':'", "", "': ' is expected behind a key"),
        ("unexpected ':'", "", "a space is expected behind ':'"),
        ("',' or ']'", "", "',' or ']' is expected in a list that begins with '['"),
        ("',' or '}'", "", "',' or '}' is expected in a mapping that begins with '{'"),
        ("'-' indicator", "", "'- ' is expected, indented as the entries above"),
        ("expected key", "", "a key is expected, indented as those above"),
        ("node content", "", "a value is expected, and the end of what '[' or '{' began"),
        ("<document start>", "", "one document is expected, with nothing behind its end"),
        ("but found another document", "", "one document is expected, found a line with ---"),
        ("expected a single document", "", "one document is expected, found a line with ---"),
        ("comment or line break", "", "the text begins in the line behind '|' or '>'"),
        ("alphabetic or numeric", "", "a name of letters and digits is expected behind '&' or '*'"),
        ("duplicate anchor", "", "another name is expected behind '&': it is given above already"),
        ("directive", "", "no line that begins with '%' is expected"),
        ("control characters", "", "text is expected, found a control character"),
        ("UTF-", "", "UTF-8 text is expected"),
        ("Unicode character", "", "UTF-8 text is expected"),
        ("tag", "", "a value is expected, without a type such as '!name'"),
    ]
}
