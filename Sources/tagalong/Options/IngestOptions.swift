import ArgumentParser

/// How positions are taken in.
struct IngestOptions: ParsableArguments {
    @Option(
        name: .customLong("reorder-within"),
        help: ArgumentHelp(
            "Seconds that a position waits for an earlier one of its tracker (default: 3; 0 for none).", valueName: "s"
        )
    )
    var reorderWithin: String?

    @Option(
        name: .customLong("top-speed"),
        help: ArgumentHelp(
            "Highest plausible speed in m/s: positions that imply more are marked and ignored by "
                + "alerts (default: 300), or off.",
            valueName: "m/s"
        )
    )
    var topSpeed: String?

    @Option(
        name: .customLong("location-requests"),
        help: ArgumentHelp(
            "Whether to request the location of silent trackers: on (the default) or off.", valueName: "on|off"
        )
    )
    var locationRequests: String?

    /// Milliseconds that a position waits; nil when nothing is said.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func reorderWithin(_ settings: CommandSettings) throws -> Int64? {
        try settings.value(.reorderWithin, flag: reorderWithin)?.read(expecting: "0 to 60 seconds") { text in
            Self.number(text).flatMap { $0 <= 60 ? Int64(($0 * 1000).rounded()) : nil }
        }
    }

    /// The highest speed in m/s; nil for none.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func topSpeed(_ settings: CommandSettings, standard: Double?) throws -> Double? {
        guard let given = try settings.value(.topSpeed, flag: topSpeed) else { return standard }
        if given.text == "off" { return nil }
        return try given.read(expecting: "metres a second above 0, such as 300, or off") { text in
            Self.number(text).flatMap { $0 > 0 ? $0 : nil }
        }
    }

    /// Whether silent trackers are asked; nil when nothing is said.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func asksSilent(_ settings: CommandSettings) throws -> Bool? {
        try settings.value(.locationRequests, flag: locationRequests)?.read(expecting: "on or off") { text in
            switch text {
            case "on": true
            case "off": false
            default: nil
            }
        }
    }

    private static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }) else { return nil }
        return Double(text)
    }
}
