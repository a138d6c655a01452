import Yams

/// The keys that may stand in a section: an enum with the keys as raw values.
public protocol SettingsKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// A mapping of a settings file, all of whose keys are known.
///
/// ```swift
/// enum OwnerKey: String, SettingsKey { case id, speed }
/// let owner = try value.section(OwnerKey.self)
/// let name = try owner.required(.id).string()
/// let speed = try owner[.speed]?.number(in: 0.01...1000) ?? 1.4
/// ```
public struct SettingsSection<Key: SettingsKey> {
    /// Where the section begins.
    public let place: Place
    private let values: [Key: SettingsValue]

    /// - Throws: ``SettingsError`` for a key that is not known, with the nearest that is.
    init(_ entries: [SettingsEntry], place: Place) throws(SettingsError) {
        var values: [Key: SettingsValue] = [:]
        for entry in entries {
            guard let key = Key(rawValue: entry.key) else { throw Self.unknown(entry) }
            guard values[key] == nil else {
                throw SettingsError(entry.value.place, "key \(quoted(entry.key)) is given twice")
            }
            values[key] = entry.value
        }
        self.values = values
        self.place = place
    }

    /// The value of a key; nil when the key is not there.
    public subscript(key: Key) -> SettingsValue? { values[key] }

    /// The value of a key that must be there.
    ///
    /// - Throws: ``SettingsError`` that names the missing key.
    public func required(_ key: Key) throws(SettingsError) -> SettingsValue {
        guard let value = values[key] else { throw SettingsError(place, "\(quoted(key.rawValue)) is missing") }
        return value
    }

    /// The keys that are there, in the order of their declaration.
    public var keys: [Key] { Key.allCases.filter { values[$0] != nil } }

    /// Refuses all keys but some; `context` ends the sentence: "'by' does not go with 'drop'".
    ///
    /// - Throws: ``SettingsError`` for the first other key.
    public func allow(_ allowed: Set<Key>, with context: String) throws(SettingsError) {
        guard let key = keys.first(where: { !allowed.contains($0) }), let value = values[key] else { return }
        throw SettingsError(value.place, "\(quoted(key.rawValue)) does not go with \(context)")
    }

    private static func unknown(_ entry: SettingsEntry) -> SettingsError {
        let message = "unknown key \(quoted(entry.key))"
        let known = Key.allCases.map(\.rawValue)
        if let nearest = WordList.nearest(to: entry.key, among: known) {
            return SettingsError(entry.value.place, "\(message), did you mean '\(nearest)'?")
        }
        // A long list helps nobody.
        let list =
            known.count > 8 ? "" : ": \(known.count > 1 ? "one of " : "")\(WordList.alternatives(known)) is expected"
        return SettingsError(entry.value.place, message + list)
    }
}

/// One key of a mapping with its value.
struct SettingsEntry {
    let key: String
    let value: SettingsValue

    /// The entries of a mapping, with what `<<` merges into it: the mapping's own keys win, then the first merged.
    static func all(of mapping: Node.Mapping, file: String) throws(SettingsError) -> [SettingsEntry] {
        var entries: [SettingsEntry] = []
        var merged: [Node] = []
        for (keyNode, node) in mapping {
            let place = Place(file: file, line: keyNode.mark?.line ?? mapping.mark?.line ?? 1)
            guard let key = keyNode.scalar?.string else {
                throw SettingsError(place, "a key is one word, not a list or a mapping")
            }
            if key == "<<" {
                merged.append(node)
            } else {
                entries.append(
                    SettingsEntry(key: key, value: SettingsValue(node: node, label: "'\(key)'", place: place))
                )
            }
        }
        for node in merged { try merge(node, into: &entries, file: file) }
        return entries
    }

    private static func merge(_ node: Node, into entries: inout [SettingsEntry], file: String) throws(SettingsError) {
        let place = Place(file: file, line: node.mark?.line ?? 1)
        for source in node.sequence.map(Array.init) ?? [node] {
            guard let mapping = source.mapping else {
                throw SettingsError(place, "'<<' is followed by a mapping or a list of them")
            }
            let present = Set(entries.map(\.key))
            entries += try all(of: mapping, file: file).filter { !present.contains($0.key) }
        }
    }
}
