import Tracking

/// The part of a control request behind its operation.
extension DesiredState {
    private static let powers: [Power] = [.off, .on]
    static let policies: [ModePolicy] = [.auto, .bluetooth, .cellular]
    /// The longest name of an item, in bytes of UTF-8; a longer one is cut.
    private static let longestItem = 255

    init(_ reader: inout GATTReader) throws(GATTValueError) {
        let flags = try reader.integer("flags", UInt8.self)
        self.init(
            version: Int(try reader.integer("version", 0...UInt32(Int32.max))),
            power: try reader.word("power", Self.powers),
            reportEvery: try reader.reportEvery(),
            mode: try reader.word("mode", Self.policies)
        )
        if flags & 1 != 0 { reference = try reader.position() }
        if flags & 2 != 0 { item = try Self.item(&reader) }
    }

    private static func item(_ reader: inout GATTReader) throws(GATTValueError) -> ItemName {
        let text = try reader.text("item", bytes: 1...longestItem)
        guard let name = try? ItemName(kept: text) else {
            throw reader.refusal("item", "a name of 1 to 60 characters", "'\(text.prefix(80))'")
        }
        return name
    }

    func write(_ writer: inout GATTWriter) {
        writer.put((reference == nil ? 0 : 1) | (item == nil ? 0 : 2) as UInt8)
        writer.put(UInt32(clamping: min(version, Int(Int32.max))))
        writer.put(power, of: Self.powers)
        writer.put(reportEvery: reportEvery)
        writer.put(mode, of: Self.policies)
        if let reference { writer.put(reference) }
        if let item { writer.put(item.text, longest: Self.longestItem) }
    }
}
