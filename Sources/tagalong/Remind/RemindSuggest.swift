import ArgumentParser
import CivilTime
import Foundation
import Habits
import Logging
import Messages
import Reminders
import Store
import Tracking

/// `tagalong remind suggest`.
struct RemindSuggest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Suggest reminders that fit what somebody usually takes along.",
        discussion: """
            Looks in the stored positions for things that usually go along when their owner leaves a trusted \
            place ('tagalong place'), by the clock of this machine. Nothing is switched on by itself: --add makes \
            a reminder of one suggestion. What there is a reminder for already is not suggested again.

            Examples:
              tagalong remind suggest
              tagalong remind suggest --owner sam --weeks 12
              tagalong remind suggest --owner sam --add 1

            Exit status: 0 done, 1 there is no such owner or suggestion, 2 bad input, 3 the broker could not be \
            reached.
            """
    )

    @Option(help: ArgumentHelp("Only for this owner.", valueName: "owner"))
    var owner: String?

    @Option(help: ArgumentHelp("Weeks to look back, 2 to 52.", valueName: "weeks"))
    var weeks = 8

    @Option(help: ArgumentHelp("Make a reminder of the suggestion with this number.", valueName: "number"))
    var add: Int?

    @OptionGroup var phones: PhoneOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (2...52).contains(weeks) else { throw ValidationError("--weeks is 2 to 52.") }
        if let add, add < 1 { throw ValidationError("--add is the number of a suggestion, from 1.") }
        if let owner, (try? Name(written: owner)) == nil {
            throw ValidationError("--owner: '\(owner.printable)' is no name of an owner.")
        }
    }

    func run() async throws {
        let settings = try global.settings()
        let choice = try StoreChoice(store, settings)
        let history = try choice.openForReading(with: archive, settings)
        let zone: Zone
        do { zone = try ZoneDatabase.local(environment: ProcessInfo.processInfo.environment) } catch {
            throw CommandFailure(.badInput, "\(error)")
        }
        let reading = HabitReading(
            store: history, phones: try phones.choice(settings), weeks: weeks, now: SystemUTCClock().now
        )
        let owners = try reading.owners(owner.map { try Name(written: $0) }, in: choice.path)
        var lines: [SuggestionLine] = []
        for owner in owners {
            for suggestion in try await reading.suggestions(of: owner, in: zone) {
                lines.append(SuggestionLine(number: lines.count + 1, owner: owner, suggestion: suggestion))
            }
        }
        if let add { return try await make(add, of: lines, settings) }
        try Listing.print(lines, asJSON: output.json, whenEmpty: Self.emptiness)
    }

    private static let emptiness = """
        No suggestions: of nothing is it known well enough that it usually goes along when a trusted place is left \
        ('tagalong place add' or 'learn' makes one).
        """

    /// Makes the reminder of a suggestion.
    private func make(_ number: Int, of lines: [SuggestionLine], _ settings: CommandSettings) async throws {
        guard let line = lines.first(where: { $0.number == number }), let conditions = line.suggestion.conditions else {
            let known = lines.isEmpty ? "there are no suggestions" : "there are 1 to \(lines.count)"
            throw CommandFailure(.failure, "--add \(number): there is no such suggestion; \(known)")
        }
        let topics = try topics.topics(settings)
        let logger = Logger(part: "mqtt", level: settings.logLevel)
        let filter = "\(topics.reminders(of: line.owner))/+"
        let id = try await Errand.run(
            on: try BrokerChoice.choose(broker, settings), topics: topics, subscribing: [filter], logger: logger
        ) { errand in
            let kept = try await errand.retained().filter { !$0.isEmpty }
            let id = try line.id(beside: Set(kept.map(\.topic)), topics)
            let title: ItemName
            do { title = try ItemName(kept: line.suggestion.reminderTitle) } catch {
                throw CommandFailure(.failure, "\(error)")
            }
            let message = ReminderMessage(title: title, made: SystemUTCClock().now, conditions: conditions)
            try await errand.deliver(
                Message(topic: topics.reminder(id), payload: message.encoded(), retained: true)
            )
            return id
        }
        try Output.standard.write("\(id): \(line.suggestion.sentence); you are told when it is not with you\n")
    }
}
