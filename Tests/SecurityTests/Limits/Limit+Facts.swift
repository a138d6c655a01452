@testable import Facts
@testable import Reminders

extension Limit {
    /// What facts from outside take up.
    static var facts: [Limit] {
        let budget = FactBudget(limit: FactConfiguration.usualBudget)
        return [
            Limit(
                "bytes of facts from outside", "\(bytes(budget.limit)) a day, or what `budget` says", for: "all",
                by: "FactBookTests"
            ),
            Limit(
                "bytes of facts from outside", "\(bytes(budget.ofFetch)), a fifth", for: "a fetch", by: "FactShareTests"
            ),
            Limit(
                "bytes of facts from outside", "\(bytes(budget.share(.searches))) a day, a tenth",
                for: "all searches for addresses", by: "FactShareTests"
            ),
            Limit(
                "bytes of facts from outside", "\(bytes(budget.payerShare(.searches))) a day",
                for: "an account's searches for addresses", by: "FactDayTests"
            ),
            Limit(
                "bytes of facts from outside", "\(bytes(budget.share(.calendars))) a day, four tenths, in equal parts",
                for: "all connected calendars", by: "FactDayTests"
            ),
            Limit(
                "bytes of facts from outside", "\(bytes(budget.share(.trials))) a day, three tenths",
                for: "all calendars that are tried", by: "FactDayTests"
            ),
            Limit(
                "bytes of facts from outside", "\(bytes(budget.payerShare(.trials))) a day, a fifth",
                for: "the calendars that an account tries", by: "FactDayTests"
            ),
            Limit(
                "bytes of facts from outside", "\(bytes(budget.share(.shops))) a day, three tenths", for: "shops",
                by: "FactDayTests"
            ),
            Limit(
                "fetches under way", "\(FactBook.mostAtOnce), \(FactBook.mostCalendars) of calendars", for: "all",
                by: "FactShareTests"
            ),
            Limit(
                "places whose weather reminders need", "\(NeedShares.mostPlaces) besides where they are",
                for: "an owner", by: "NeedSharesTests"
            ),
            Limit(
                "kinds of shops that reminders need", "\(NeedShares.mostKinds)", for: "an owner", by: "NeedSharesTests"
            ),
            Limit("time for all requests of a fetch", time(Fetch.longest), for: "a fetch", by: "FactShareTests"),
            Limit(
                "messages that are looked at", "the newest \(StationQueue.most) every \(time(StationQueue.pause))",
                for: "a weather station of one's own", by: "StationQueueTests"
            ),
        ]
    }
}
