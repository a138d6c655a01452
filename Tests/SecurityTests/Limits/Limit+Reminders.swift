import Facts
import Reminders

@testable import Web

extension Limit {
    /// What one owner has of reminders, and one account may ask for them.
    static var reminders: [Limit] {
        let rate = RequestRates().placeSearches
        return [
            Limit("reminders", "\(Reminder.limit)", for: "an owner", by: "ReminderRoutesTests"),
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
