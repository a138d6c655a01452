import Yams

/// The text of a YAML file and the name it goes by in errors.
public struct SettingsFile: Hashable, Sendable {
    public let name: String
    public let text: String

    /// A text that has been read already; a byte-order mark before it, as some editors write, is no part of it.
    public init(name: String, text: String) {
        self.name = name
        self.text =
            text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Reads a file.
    ///
    /// - Throws: ``SettingsError`` when the file cannot be read or is not UTF-8.
    public init(path: String) throws(SettingsError) { try self.init(name: path, bytes: FileBytes.read(path)) }

    /// Reads standard input to its end, which goes by a name in errors.
    ///
    /// - Throws: ``SettingsError`` when it cannot be read or is not UTF-8.
    public init(standardInput name: String) throws(SettingsError) {
        try self.init(name: name, bytes: FileBytes.standardInput(named: name))
    }

    private init(name: String, bytes: [UInt8]) throws(SettingsError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SettingsError(file: name, message: "the file is not UTF-8 text")
        }
        self.init(name: name, text: text)
    }

    /// The keys at the top of the file, checked against the known ones.
    ///
    /// - Throws: ``SettingsError`` for what is no YAML, no mapping, or has an unknown key.
    public func root<Key: SettingsKey>(_ keys: Key.Type) throws(SettingsError) -> SettingsSection<Key> {
        let expected = WordList.alternatives(Key.allCases.prefix(3).map(\.rawValue))
        guard let node = try composed() else {
            throw SettingsError(file: name, message: "the file is empty: keys such as \(expected) are expected")
        }
        return try SettingsValue(node: node, label: "the file", place: Place(file: name, line: 1)).section(keys)
    }

    private func composed() throws(SettingsError) -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch { throw SettingsError(yaml: error, in: self) }
    }
}
