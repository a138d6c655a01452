public import Access
public import Logging
public import Tracking

/// What everything that is served over HTTP works with, whatever it is about.
public struct WebParts: Sendable {
    public let configuration: ConsoleConfiguration
    /// Who may log in; nil for a console that knows nobody and lets everybody in.
    public let access: AccessControl?
    /// What lets commands of this machine in, see the lock of the database.
    public let localKey: AccessSecret?
    public let clock: any UTCClock
    public let logger: Logger
    /// What closes the places in lists that clients come back with.
    package let cursors: CursorSeal
    /// What long answers take.
    package let answers: AnswerRoom
    /// Passcodes that are being checked.
    package let passcodes: PasscodeRoom
    /// Searches for people.
    package let peopleSearches: AccountRates
    /// Mail addresses that are looked up in address books.
    package let addressLookups: AccountRates
    /// Searches for addresses.
    package let placeSearches: AccountRates
    /// Changes and answers to reminders.
    package let reminderChanges: AccountRates
    /// Calendars that are tried.
    package let calendarTrials: AccountRates
    /// Trials of conditions.
    package let reminderTrials: AccountRates

    public init(
        configuration: ConsoleConfiguration,
        access: AccessControl? = nil,
        localKey: AccessSecret? = nil,
        clock: any UTCClock,
        logger: Logger
    ) {
        self.configuration = configuration
        self.access = access
        self.localKey = localKey
        self.clock = clock
        self.logger = logger
        cursors = Self.seal(access, logger)
        answers = AnswerRoom(configuration.limits)
        passcodes = PasscodeRoom(configuration.limits)
        peopleSearches = AccountRates(configuration.rates.peopleSearches, of: "searches")
        addressLookups = AccountRates(configuration.rates.addressLookups, of: "mail addresses")
        placeSearches = AccountRates(configuration.rates.placeSearches, of: "searches")
        reminderChanges = AccountRates(configuration.rates.reminderChanges, of: "changes of reminders")
        calendarTrials = AccountRates(configuration.rates.calendarTrials, of: "calendars tried")
        reminderTrials = AccountRates(configuration.rates.reminderTrials, of: "trials")
    }

    /// The seal of the accounts' database; one of this run where there is none, and lists begin anew after a restart.
    private static func seal(_ access: AccessControl?, _ logger: Logger) -> CursorSeal {
        do {
            if let access { return try access.cursorSeal() }
        } catch { logger.warning("pages that were begun before the start cannot be gone on with: \(error)") }
        return CursorSeal(key: AccessSecret())
    }
}
