import ArgumentParser
import Messages
import Tracking

/// What a gateway has in common with the programs of others.
struct ForeignOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Room of this gateway, in its status and in the formats of --also (default: the gateway's name).",
            valueName: "room"
        )
    )
    var room: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Also publish what it hears as another program would: espresense, room-assistant or theengs; may be repeated.",
            valueName: "format"
        )
    )
    var also: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Take nodes of other makes as further receivers: espresense, theengs; on one gateway only.",
            valueName: "formats"
        )
    )
    var receivers: [String] = []

    /// What people call the room; nil for not told.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func room(_ settings: CommandSettings) throws -> ItemName? {
        try settings.value(.room, flag: room)?.read(expecting: "a name of 1 to 60 visible characters") {
            try? ItemName($0)
        }
    }

    /// The formats that are published and read.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func formats(_ settings: CommandSettings) throws -> ForeignFormats {
        ForeignFormats(
            published: try Self.formats(.also, also, of: ForeignFormat.allCases, settings),
            read: try Self.formats(.receivers, receivers, of: ForeignFormat.received, settings)
        )
    }

    private static func formats(
        _ key: SettingKey, _ flags: [String], of allowed: [ForeignFormat], _ settings: CommandSettings
    ) throws -> Set<ForeignFormat> {
        let words = allowed.map(\.rawValue)
        let expected = "one of \(words.dropLast().joined(separator: ", ")) and \(words.last ?? "")"
        var formats: Set<ForeignFormat> = []
        for given in try settings.values(key, flags: flags, named: "--\(key.rawValue)") {
            formats.formUnion(try given.read(expecting: expected) { read($0, of: allowed) })
        }
        return formats
    }

    /// One format, or several with commas between; nil for anything else.
    static func read(_ text: String, of allowed: [ForeignFormat]) -> [ForeignFormat]? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        let formats = words.compactMap { word in allowed.first { $0.rawValue == word } }
        return formats.count == words.count ? formats : nil
    }
}
