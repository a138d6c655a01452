@testable import Facts
@testable import Reminders
@testable import Web

extension Limit {
    /// What one owner has of reminders, and one account may ask for them.
    static var reminders: [Limit] {
        let rate = RequestRates().placeSearches
        let changes = RequestRates().reminderChanges
        let trials = RequestRates().reminderTrials
        let calendars = RequestRates().calendarTrials
        let hourly = Int((calendars.perSecond * 3600).rounded())
        let stay = time(FactGuests.stay)
        return [
            Limit("reminders", "\(Reminder.limit)", for: "an owner", by: "ReminderRoutesTests"),
            Limit(
                "changes of reminders and answers to them over HTTP",
                "\(Int(changes.burst)), then one every \(Int(1 / changes.perSecond)) s", for: "an account",
                by: "ReminderLimitTests"
            ),
            Limit(
                "kept of what was told of reminders, the newest", "\(Reminder.eventLimit)", for: "an owner",
                by: "ReminderTests", "HistoryReminderChangeTests"
            ),
            Limit(
                "trials of conditions", "\(Int(trials.burst)), then \(Int(trials.perSecond)) a second",
                for: "an account", by: "ReminderTrialTests"
            ),
            Limit(
                "facts that trials ask for, for \(stay)", "\(FactGuests.mostOfOwner)", for: "an owner",
                by: "FactGuestsTests"
            ),
            Limit(
                "other places whose weather, or whose shops, reminders and trials come to need",
                "\(NeedPace.burst) each, then one each \(time(NeedPace.restOfWeather)) and \(time(NeedPace.restOfSpots))",
                for: "an owner", by: "NeedPaceTests"
            ),
            Limit("facts that trials ask for, for \(stay)", "\(FactGuests.most)", for: "all", by: "FactGuestsTests"),
            Limit(
                "calendars that are tried", "\(Int(calendars.burst)), then \(hourly) an hour", for: "an account",
                by: "CalendarRoutesTests"
            ),
            Limit(
                "calendars that are tried at once", "\(FactService.mostTrials)", for: "all",
                by: "ConnectedCalendarTests"
            ),
            Limit(
                "searches for addresses", "\(Int(rate.burst)), then one every \(Int(1 / rate.perSecond)) s",
                for: "an account", by: "FactRoutesTests"
            ),
            Limit(
                "text of a search for addresses", "\(FactService.longestSearch) characters", for: "a request",
                by: "FactRoutesTests"
            ),
        ]
    }
}
