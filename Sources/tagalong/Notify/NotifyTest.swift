import ArgumentParser
import Foundation
import JSON
import Notifications
import Tracking

/// `tagalong notify test`.
struct NotifyTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test message to a channel at once.",
        discussion: """
            The message says that it is a test. This process sends it once, without retries, whether the \
            history service runs or not; the outbox is not touched. To test a channel whose secret is a \
            service credential, see docs/notifications.md.

            Examples:
              tagalong notify test phone
              tagalong notify test mail --notifications ./notifications.yaml

            Exit status: 0 the receiver accepted it, 1 the receiver refused it, 2 bad input, 3 the receiver \
            could not be reached.
            """
    )

    @Argument(help: "The channel's name in notifications.yaml.")
    var channel: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var options: NotifyOptions

    func run() async throws {
        let (settings, choice) = try options.choice()
        let target = try choice.channel(channel)
        if let reason = target.withheld { throw reason }
        try Directories.create(settings.dataDirectory)
        let outbox = try NotificationOutbox(path: choice.database)
        let base = try pages(choice, settings)
        let maker = ChannelMaker(outbox: outbox, environment: ProcessInfo.processInfo.environment) { base }
        let sender = maker.channel(for: target)
        let outcome = await sender.test(at: SystemUTCClock().now)
        await sender.close()
        if let trouble = outcome.trouble {
            if output.json { try Output.standard.write(report(target, trouble: trouble) + "\n") }
            throw CommandFailure(Self.status(of: outcome), "\(target.name): \(trouble)")
        }
        let sentence = "\(target.name): \(target.destination) has taken the test message"
        try Output.standard.write((output.json ? report(target, trouble: nil) : sentence) + "\n")
    }

    private static func status(of outcome: TestOutcome) -> ExitStatus {
        if case .unreachable = outcome { .unreachable } else { .failure }
    }

    private func report(_ target: ChannelConfiguration, trouble: String?) -> String {
        JSONValue.object([
            "channel": .text(target.name.text),
            "kind": .text(target.kind.word),
            "to": .text(target.destination),
            "sent": .flag(trouble == nil),
            "trouble": trouble.map { .text($0) },
        ]).line
    }

    /// As the running service would link.
    private func pages(_ choice: NotificationChoice, _ settings: CommandSettings) throws -> String? {
        if let given = try choice.configuration.pages ?? settings.value(.consoleURL, flag: nil)?.text { return given }
        let address = WriterLock.announcement(for: "\(settings.dataDirectory)/history.sqlite")?.address
        return address.flatMap { $0.isEmpty ? nil : $0 }
    }
}
