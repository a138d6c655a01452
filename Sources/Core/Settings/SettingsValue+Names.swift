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
