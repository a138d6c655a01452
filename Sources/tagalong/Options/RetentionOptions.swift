import ArgumentParser
import Store

/// How long fixes are kept where nothing else is told of an item.
struct RetentionOptions: ParsableArguments {
    @Option(
        name: .customLong("keep-days"),
        help: ArgumentHelp("Days after which positions are purged, or forever (default: forever).", valueName: "days")
    )
    var days: String?

    @Option(
        name: .customLong("keep-fixes"),
        help: ArgumentHelp("Number of positions kept per item, newest first, or all (default: all).", valueName: "n")
    )
    var fixes: String?

    /// What holds for all items that have no retention of their own.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func retention(_ settings: CommandSettings) throws -> Retention {
        try Self.retention(settings, days: days, fixes: fixes)
    }

    /// What holds for all items that have no retention of their own, as far as it is set for more than one call.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    static func retention(_ settings: CommandSettings) throws -> Retention {
        try retention(settings, days: nil, fixes: nil)
    }

    private static func retention(_ settings: CommandSettings, days: String?, fixes: String?) throws -> Retention {
        let age = try settings.value(.keepDays, flag: days)?
            .read(expecting: "a number of days above 0 and up to \(Retention.mostDays), or forever") {
                $0 == "forever" ? Retention.forever : Double($0).flatMap { try? Retention(days: $0, fixes: nil) }
            }
        let count = try settings.value(.keepFixes, flag: fixes)?
            .read(expecting: "a whole number of at least 1, or all") {
                $0 == "all" ? Retention.forever : Int($0).flatMap { try? Retention(days: nil, fixes: $0) }
            }
        return try Retention(days: age?.days, fixes: count?.fixes)
    }
}
