import ArgumentParser
import Logging
import Reminders
import Tracking

/// Where reminders are changed.
struct RemindBrokerOptions: ParsableArguments {
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    /// - Throws: ``CommandFailure``, ``MQTTError`` or ``SettingsError`` for bad input.
    func client() throws -> RemindClient {
        let settings = try global.settings()
        return RemindClient(
            choice: try BrokerChoice.choose(broker, settings),
            topics: try topics.topics(settings),
            logger: Logger(part: "mqtt", level: settings.logLevel)
        )
    }
}

/// Which reminder is meant, and where it is changed.
struct RemindChangeOptions: ParsableArguments {
    @Argument(help: RemindText.which, completion: .custom(ReminderNames.complete))
    var reminder: String

    @OptionGroup var broker: RemindBrokerOptions
}

/// Where reminders are read.
struct RemindStoreOptions: ParsableArguments {
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    /// Opens the database for reading, and what it is called.
    ///
    /// - Throws: ``StoreError``, or ``CommandFailure`` when there is none yet.
    func choice() throws -> StoreChoice { try StoreChoice(store, try global.settings()) }
}

/// What several commands say in the same words.
enum RemindText {
    static let which: ArgumentHelp = "OWNER/REMINDER, or a reminder's name or title if it is unique."

    /// - Throws: `ValidationError` for a text that names nobody.
    static func owner(_ text: String) throws -> Name {
        do { return try Name(written: text) } catch { throw ValidationError("--owner: \(error).") }
    }

    /// - Throws: `ValidationError` for a colour that there is none of.
    static func colour(_ text: String) throws -> Reminder.Colour {
        if let colour = Reminder.Colour(rawValue: text.lowercased()) { return colour }
        let all = Reminder.Colour.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--colour: '\(text.printable)' is given, one of \(all) is expected.")
    }

    /// - Throws: `ValidationError` for a text that is no title.
    static func title(_ text: String) throws -> ItemName {
        do { return try ItemName(text) } catch {
            throw ValidationError(
                "a reminder's name has 1 to 60 characters, none of them invisible, found '\(text.printable)'.")
        }
    }
}
