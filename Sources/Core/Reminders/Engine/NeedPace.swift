import Tracking

/// How fast the reminders and trials of one owner may come to need facts of other places, which are fetched for them.
///
/// Who moves a place to and fro, or whose phone seems to jump, would else use up over a day what ``NeedShares`` bounds at a time.
/// It is enough for who drives at 100 km/h: twelve cells of weather an hour, and fifty of shops.
struct NeedPace: Sendable {
    /// As many at once.
    static let burst = 60
    /// Then one each time so much has passed.
    static let restOfWeather = Duration.seconds(300), restOfSpots = Duration.seconds(60)
    /// Why nothing is found out of what came too fast.
    static let sentence = "too many other places were asked for in a short time: wait a few minutes"

    private enum Kind: Hashable, Sendable { case weather, spots }

    private struct Payer: Hashable, Sendable {
        let owner: Name
        let kind: Kind
    }

    /// When each has all of its burst again.
    private var full: [Payer: Timestamp] = [:]
    /// What is full again is forgotten when there are so many.
    private static let most = 1000

    /// Takes one of an owner's; false where there is none left.
    ///
    /// Calendars are one an owner, and not counted.
    mutating func take(_ need: Need, for owner: Name, at now: Timestamp) -> Bool {
        guard let (kind, rest) = Self.kind(of: need) else { return true }
        let payer = Payer(owner: owner, kind: kind)
        let latest = now.advanced(by: rest * Self.burst)
        // A clock that was ahead puts nothing off for longer.
        let current = min(max(full[payer] ?? now, now), latest)
        let next = current.advanced(by: rest)
        guard next <= latest else {
            full[payer] = current
            return false
        }
        if full.count >= Self.most { full = full.filter { $0.value > now } }
        full[payer] = next
        return true
    }

    private static func kind(of need: Need) -> (Kind, Duration)? {
        switch need {
        case .weather: (.weather, restOfWeather)
        case .spots: (.spots, restOfSpots)
        case .calendar: nil
        }
    }
}
