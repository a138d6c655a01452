public import Tracking

extension ReportedState: GATTValue {
    private static let powers: [Power] = [.off, .on]
    /// The longest firmware or model, in bytes of UTF-8; a longer one is cut.
    private static let longestText = 100

    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader(versioned: "state", bytes)
        let version = Int(try reader.integer("version", 0...UInt32(Int32.max)))
        let power = try reader.word("power", Self.powers)
        let reportEvery = Int(try reader.integer("report interval", 1...UInt32(86_400)))
        let mode = try reader.word("mode", DesiredState.policies)
        let activeMode = try reader.word("active mode", SentFix.modes)
        let boot = try reader.integer("boot", 1...UInt32.max)
        let battery = Int(try reader.integer("battery", 0...UInt8(100)))
        self.init(
            version: version,
            power: power,
            reportEvery: reportEvery,
            mode: mode,
            firmware: try reader.text("firmware", bytes: 0...Self.longestText),
            model: try reader.text("model", bytes: 0...Self.longestText),
            boot: boot,
            battery: battery,
            activeMode: activeMode
        )
    }

    public var gattValue: [UInt8] {
        var writer = GATTWriter.versioned
        writer.put(UInt32(clamping: min(version, Int(Int32.max))))
        writer.put(power, of: Self.powers)
        writer.put(reportEvery: max(1, reportEvery))
        writer.put(mode, of: DesiredState.policies)
        writer.put(activeMode, of: SentFix.modes)
        writer.put(boot)
        // A tracker of ours always measures it: the format has no word for "unknown".
        writer.put(UInt8(clamping: min(100, battery ?? 0)))
        writer.put(firmware, longest: Self.longestText)
        writer.put(model, longest: Self.longestText)
        return writer.bytes
    }
}
