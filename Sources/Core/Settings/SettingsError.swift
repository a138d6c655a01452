import Yams

/// What is wrong in a file that a person wrote, and where: one sentence.
///
/// `scenarios/x.yaml:12: unknown key 'tracker', did you mean 'trackers'?`
public struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    public let file: String
    /// Counts from 1; nil when the file as a whole is meant.
    public let line: Int?
    /// The sentence without the place.
    public let message: String

    public init(file: String, line: Int? = nil, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    public init(_ place: Place, _ message: String) { self.init(file: place.file, line: place.line, message: message) }

    public var description: String {
        guard let line else { return "\(file): \(message)" }
        return "\(file):\(line): \(message)"
    }
}

/// A text from a file in single quotes, short and on one line, fit for a sentence.
package func quoted(_ text: some StringProtocol) -> String {
    let limit = 60
    var shown = "'"
    for character in text.prefix(limit) {
        let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        shown.append(isControl || character.isNewline ? " " : character)
    }
    return shown + (text.dropFirst(limit).isEmpty ? "'" : "…'")
}

extension SettingsError {
    /// What the YAML reader says, as one sentence with its line.
    init(yaml error: any Error, in file: SettingsFile) {
        guard let error = error as? YamlError else {
            self.init(file: file.name, message: "the YAML cannot be read")
            return
        }
        let (line, message) = Self.sentence(for: error)
        // The reader counts a line after the last one when something is missing at the end.
        let lines = max(1, file.text.utf8.count { $0 == UInt8(ascii: "\n") } + (file.text.hasSuffix("\n") ? 0 : 1))
        self.init(file: file.name, line: line.map { min(max(1, $0), lines) }, message: message)
    }

    private static func sentence(for error: YamlError) -> (line: Int?, message: String) {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            return (mark.line, "this is no YAML: " + YAMLTrouble.sentence(problem, context?.text ?? ""))
        case .reader(let problem, let offset, _, let yaml):
            let line = offset.map { offset in yaml.prefix(offset).count(where: \.isNewline) + 1 }
            return (line, "this is no YAML: " + YAMLTrouble.sentence(problem, ""))
        case .duplicatedKeysInMapping(let duplicates, let context):
            return (context.mark.line, "key \(quoted(duplicates.first ?? "")) is given twice")
        case .memory: return (nil, "this is no YAML for a person to read: it is nested too deeply")
        case .no, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
            return (nil, "the YAML cannot be read")
        }
    }
}
