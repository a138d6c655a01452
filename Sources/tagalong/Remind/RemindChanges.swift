import ArgumentParser
import Messages

/// `tagalong remind enable`.
struct RemindEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Switch a reminder on.",
        discussion: """
            Examples:
              tagalong remind enable take-the-umbrella

            Exit status: 0 done, 1 there is no such reminder, 2 bad input, 3 the broker could not be reached.
            """
    )

    @OptionGroup var options: RemindChangeOptions

    func run() async throws {
        let entry = try await options.broker.client().change(options.reminder) { _, message in message.isEnabled = true
        }
        try Output.standard.write("\(entry.title) is enabled\n")
    }
}

/// `tagalong remind disable`.
struct RemindDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Switch a reminder off, and keep it.",
        discussion: """
            It is never told while it is disabled, whatever holds.

            Examples:
              tagalong remind disable take-the-umbrella

            Exit status: 0 done, 1 there is no such reminder, 2 bad input, 3 the broker could not be reached.
            """
    )

    @OptionGroup var options: RemindChangeOptions

    func run() async throws {
        let entry = try await options.broker.client().change(options.reminder) { _, message in message.isEnabled = false
        }
        try Output.standard.write("\(entry.title) is disabled\n")
    }
}

/// `tagalong remind delete`.
struct RemindDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a reminder with its conditions.",
        discussion: """
            What was told of it stays in the history.

            Examples:
              tagalong remind delete take-the-umbrella
              tagalong remind delete sam/take-the-umbrella

            Exit status: 0 done, 1 there is no such reminder, 2 bad input, 3 the broker could not be reached.
            """
    )

    @OptionGroup var options: RemindChangeOptions

    func run() async throws {
        let entry = try await options.broker.client().delete(options.reminder)
        try Output.standard.write("\(entry.title) is deleted\n")
    }
}

/// `tagalong remind dismiss`.
struct RemindDismiss: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss",
        abstract: "Say that a reminder is done.",
        discussion: """
            It is told again when its conditions come true the next time. The history service has to run.

            Examples:
              tagalong remind dismiss take-the-umbrella

            Exit status: 0 done, 1 there is no such reminder, it has not been told or was dismissed before, or nobody \
            answers, 2 bad input, 3 the broker could not be reached.
            """
    )

    @OptionGroup var options: RemindChangeOptions

    func run() async throws {
        let (entry, _) = try await options.broker.client().act("dismiss", on: options.reminder, expecting: .dismissed)
        try Output.standard.write("\(entry.title) is dismissed\n")
    }
}

/// `tagalong remind snooze`.
struct RemindSnooze: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Be told of a reminder later.",
        discussion: """
            After a time it is told once more, if its conditions still hold then; without one it is told when they come \
            true the next time. The history service has to run.

            Examples:
              tagalong remind snooze take-the-umbrella 10m
              tagalong remind snooze take-the-umbrella

            Exit status: 0 done, 1 there is no such reminder, it has not been told, or nobody answers, 2 bad input, \
            3 the broker could not be reached.
            """
    )

    @Argument(help: RemindText.which, completion: .custom(ReminderNames.complete))
    var reminder: String

    @Argument(help: "Duration from 1m to 30d (default: until its conditions come true the next time).")
    var time: String?

    @OptionGroup var broker: RemindBrokerOptions

    func validate() throws {
        if let time, ReminderAction(text: "snooze \(time)", at: SystemUTCClock().now) == nil {
            throw ValidationError("'\(time.printable)' is given, a time from 1m to 30d is expected.")
        }
    }

    func run() async throws {
        let text = time.map { "snooze \($0)" } ?? "snooze"
        let (entry, answer) = try await broker.client().act(text, on: reminder, expecting: .snoozed)
        let until = answer.until.map { "until \(Phrases.time($0))" } ?? "until its conditions come true the next time"
        try Output.standard.write("\(entry.title) is snoozed \(until)\n")
    }
}
