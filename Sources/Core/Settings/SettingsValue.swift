import Yams

/// A value of a settings file, not yet read as a type; every reading says what it expected when it fails.
public struct SettingsValue {
    private let node: Node
    /// What sentences call the value: `'speed'`, or `an entry of 'owners'`.
    let label: String
    /// Where the value's key, or the value itself in a list, stands.
    public let place: Place

    init(node: Node, label: String, place: Place) {
        self.node = node
        self.label = label
        self.place = place
    }

    /// The value as it is written, for a single one: neither list nor mapping.
    public var text: String? { node.scalar?.string }

    /// Whether the value is a mapping.
    public var isSection: Bool { node.mapping != nil }

    var mapping: Node.Mapping? { node.mapping }

    /// An error in this place that says what the value is and what is expected instead.
    public func unexpected(_ expected: String) -> SettingsError {
        let shown =
            switch node {
            case .mapping: "is a mapping"
            case .sequence: "is a list"
            case .alias: "is an alias"
            case .scalar: isEmpty ? "is empty" : "is \(quoted(text ?? ""))"
            }
        return SettingsError(place, "\(label) \(shown): \(expected) is expected")
    }

    /// The values of a list.
    ///
    /// - Throws: ``SettingsError`` when the value is no list.
    public func list() throws(SettingsError) -> [SettingsValue] {
        guard let sequence = node.sequence else { throw unexpected("a list") }
        return sequence.map { entry in
            let line = entry.mark?.line ?? place.line
            // An alias carries the place of its anchor: the list's own is nearer to what was written.
            return SettingsValue(
                node: entry, label: "an entry of \(label)", place: Place(file: place.file, line: max(line, place.line))
            )
        }
    }

    /// The value of one key of a mapping whose others are for somebody else to check; nil when it is not there.
    package func entry(_ key: String) -> SettingsValue? {
        guard let node = node.mapping?[Node(key)] else { return nil }
        return SettingsValue(node: node, label: "'\(key)'", place: place)
    }

    /// The keys of a mapping, checked against the known ones.
    ///
    /// - Throws: ``SettingsError`` when the value is no mapping or has an unknown key.
    public func section<Key: SettingsKey>(_ keys: Key.Type) throws(SettingsError) -> SettingsSection<Key> {
        guard let mapping = node.mapping else { throw unexpected("a mapping (key: value)") }
        return try SettingsSection(SettingsEntry.all(of: mapping, file: place.file), place: place)
    }

    /// The text of a value that is one, and not empty.
    func scalar(_ expected: String) throws(SettingsError) -> String {
        guard let text, !isEmpty else { throw unexpected(expected) }
        return text
    }

    private var isEmpty: Bool {
        guard let scalar = node.scalar else { return false }
        return scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
    }
}

extension SettingsValue {
    /// The entries of a mapping whose keys are names that somebody gave, in their order.
    ///
    /// - Throws: ``SettingsError`` when the value is no mapping, or a key is there twice.
    public func named() throws(SettingsError) -> [(name: String, value: SettingsValue)] {
        guard let mapping else { throw unexpected("a mapping (name: value)") }
        var seen: Set<String> = []
        var entries: [(name: String, value: SettingsValue)] = []
        for entry in try SettingsEntry.all(of: mapping, file: place.file) {
            guard seen.insert(entry.key).inserted else {
                throw SettingsError(entry.value.place, "key \(quoted(entry.key)) is given twice")
            }
            entries.append((entry.key, entry.value))
        }
        return entries
    }
}
