import ArgumentParser
import Messages
import Settings
import Tracking

/// `tagalong snooze`.
struct Snooze: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Mute the alerts of an item for some time.",
        discussion: """
            Positions are stored and shown as usual. If the item is still left behind when the time is over, \
            the alert is raised then.

            Examples:
              tagalong snooze bicycle 2h
              tagalong snooze bicycle off

            Exit status: 0 done, 1 there is no such item, 2 bad input, 3 the broker could not be reached.
            """
    )

    @OptionGroup var options: ItemOptions

    @Argument(help: "Duration from 1m to 30d, or 'off'.")
    var time: String

    func validate() throws { _ = try duration() }

    func run() async throws {
        let until = try duration().map { SystemUTCClock().now.advanced(by: $0) }
        let title = try await options.client().withRules(of: options.item) { kept in
            kept.rules.value.snoozedUntil = until
            return kept.title
        }
        let sentence = until.map { "\(title) is snoozed until \(Phrases.time($0))" } ?? "\(title) is watched again"
        try Output.standard.write(sentence + "\n")
    }

    private func duration() throws -> Duration? {
        if time == "off" { return nil }
        guard let duration = Duration(compact: time), (60...2_592_000).contains(duration.components.seconds) else {
            throw ValidationError("'\(time)' is given, a time from 1m to 30d or 'off' is expected.")
        }
        return duration
    }
}
