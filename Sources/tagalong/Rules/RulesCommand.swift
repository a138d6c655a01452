import ArgumentParser
import JSON
import Messages
import Settings
import Tracking

/// `tagalong rules`.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Show or change the rules of an item: distances and quiet hours.",
        discussion: """
            Without an option it shows the rules. They are stored on the broker, where the history service \
            reads them. During quiet hours, by the clock of the machine that runs the history service, \
            warnings are held back; critical alerts are not.

            Examples:
              tagalong rules bicycle
              tagalong rules bicycle --warning 15 --critical 40
              tagalong rules keys --quiet 22:00-07:00
              tagalong rules keys --quiet off --distances default
              tagalong rules keys --on-press double=acknowledge --on-press long=locate-phone

            Exit status: 0 done, 1 there is no such item, 2 bad input, 3 the broker could not be reached.
            """
    )

    @Option(help: ArgumentHelp("Metres from the owner beyond which it counts as lost.", valueName: "metres"))
    var warning: Double?

    @Option(help: ArgumentHelp("Metres from the owner beyond which the owner is notified.", valueName: "metres"))
    var critical: Double?

    @Option(help: ArgumentHelp("'default' restores the distances of the service.", valueName: "word"))
    var distances: String?

    @Option(help: ArgumentHelp("Quiet hours, such as 22:00-07:00, or 'off'.", valueName: "hours"))
    var quiet: String?

    @Option(
        name: .customLong("on-press"),
        help: ArgumentHelp(
            "What a press of its button does: single, double or long, '=', and acknowledge, locate-phone or nothing. "
                + "May be repeated.",
            valueName: "press=action"
        )
    )
    var presses: [String] = []

    @OptionGroup var options: ItemOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let distances, distances != "default" { throw ValidationError("--distances is 'default' or left out.") }
        if distances != nil, warning != nil || critical != nil {
            throw ValidationError("--distances default excludes --warning and --critical.")
        }
        try expectDistances()
        _ = try hours()
        _ = try pressActions()
    }

    func run() async throws {
        let listing = try await options.client().withRules(of: options.item) { kept in
            try change(&kept.rules.value)
            return RulesListing(id: kept.record.id, title: kept.title, rules: kept.rules.value)
        }
        try output.write(listing.json, or: listing.text)
    }

    private func change(_ rules: inout ItemRules) throws {
        if distances != nil { rules.thresholds = nil }
        if warning != nil || critical != nil {
            rules.thresholds = try Self.thresholds(warning: warning, critical: critical, in: rules.thresholds)
        }
        if quiet != nil { rules.quiet = try hours() }
        for (press, action) in try pressActions() { rules.presses[press] = action }
    }

    private func pressActions() throws -> [(ButtonPress, PressAction?)] {
        try presses.map { text in
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map { String($0) }
            guard parts.count == 2, let press = ButtonPress(rawValue: parts[0]),
                PressAction(rawValue: parts[1]) != nil || parts[1] == "nothing"
            else {
                let expected = "single, double or long, '=', and acknowledge, locate-phone or nothing"
                throw ValidationError("--on-press: '\(text.printable)' is given, \(expected) is expected.")
            }
            return (press, PressAction(rawValue: parts[1]))
        }
    }

    /// What can be told before anything is asked of the broker.
    private func expectDistances() throws {
        for (flag, metres) in [("--warning", warning), ("--critical", critical)] {
            guard let metres, !(metres > 0 && metres.isFinite) else { continue }
            throw ValidationError("\(flag): \(metres.short) is given, a number of metres above 0 is expected.")
        }
        if warning != nil, critical != nil {
            do { _ = try Self.thresholds(warning: warning, critical: critical, in: nil) } catch {
                throw ValidationError("\(error).")
            }
        }
    }

    /// The distances that an item gets, `own` being those that it has.
    ///
    /// - Throws: ``CommandFailure`` that names the option which is missing or wrong.
    static func thresholds(
        warning: Double?, critical: Double?, in own: Thresholds?
    ) throws(CommandFailure) -> Thresholds {
        let old = own ?? .standard
        do throws(Thresholds.Invalid) {
            return try Thresholds(warning: warning ?? old.warning, critical: critical ?? old.critical)
        } catch {
            let now = own == nil ? "m unless given" : "m now"
            let sentence =
                switch (warning, critical) {
                case (let warning?, nil):
                    "--warning \(warning.short) needs a larger --critical too: that is \(old.critical.short) \(now)"
                case (nil, let critical?):
                    "--critical \(critical.short) needs a smaller --warning too: that is \(old.warning.short) \(now)"
                default: "--warning, --critical: \(error)"
                }
            throw CommandFailure(.badInput, sentence)
        }
    }

    private func hours() throws -> QuietHours? {
        guard let quiet, quiet != "off" else { return nil }
        do { return try QuietHours(quiet) } catch { throw ValidationError("--quiet: \(error), or 'off'.") }
    }
}

/// The rules of an item as they are shown.
struct RulesListing: Hashable, Sendable {
    let id: DeviceID
    let title: String
    let rules: ItemRules

    var text: String {
        let thresholds = rules.thresholds ?? .standard
        let origin = rules.thresholds == nil ? " (the service's own)" : ""
        var lines = [
            title,
            "  lost beyond \(Self.metres(thresholds.warning)), notified beyond "
                + Self.metres(thresholds.critical) + origin,
        ]
        lines += rules.places.map { "  may stay in \($0.name.text.printable), \($0.area.sentence)" }
        if let quiet = rules.quiet {
            lines.append("  quiet from \(quiet.description.split(separator: "-").joined(separator: " to "))")
        }
        for press in ButtonPress.allCases {
            let start = "  a \(press.rawValue) press of its button"
            switch rules.presses[press] {
            case .acknowledge: lines.append("\(start) acknowledges the running episode")
            case .locatePhone: lines.append("\(start) asks the owner's phone where it is")
            case nil: break
            }
        }
        if let mark = rules.lost { lines.append("  \(mark.sentence)") }
        if let until = rules.snoozedUntil { lines.append("  snoozed until \(Phrases.time(until))") }
        if let episode = rules.acknowledged { lines.append("  episode \(episode.printable) is acknowledged") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func metres(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value)) m" : "\(value) m"
    }

    var json: JSONValue {
        .object([
            "owner": .text(id.owner.text),
            "tracker": .text(id.device.text),
            "warning_m": (rules.thresholds?.warning).map(JSONValue.number),
            "critical_m": (rules.thresholds?.critical).map(JSONValue.number),
            "places": .list(rules.places.map(\.json)),
            "quiet": (rules.quiet?.description).map(JSONValue.text),
            "snooze_until": rules.snoozedUntil.map(JSONValue.time),
            "acknowledged": rules.acknowledged.map(JSONValue.text),
            "marked_lost": rules.lost?.json,
            "on_single": (rules.presses[.single]?.rawValue).map(JSONValue.text),
            "on_double": (rules.presses[.double]?.rawValue).map(JSONValue.text),
            "on_long": (rules.presses[.long]?.rawValue).map(JSONValue.text),
        ])
    }
}
