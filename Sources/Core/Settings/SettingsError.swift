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

    public init(_ place: Place, _ message: String) {
        self.init(file: place.file, line: place.line, message: message)
    }

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
