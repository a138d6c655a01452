import Tracking

/// Who is simulated, and how this person's days go.
public enum GuardPerson: String, Hashable, Sendable, CaseIterable {
    /// By car to work and back, alone.
    case commuter
    /// By train, with other people's tags in the carriage, some of whom take the same train each day.
    case train
    /// Lives in a large house, where many tags of others are heard, and works at home on most days.
    case neighbour
    /// Lives with others whose tags nobody registered; takes them along to school and at weekends.
    case family
    /// Shares an office with many, who go out for lunch together.
    case office
}

/// A tag that somebody has hidden, and what it does against being found.
public enum GuardAdversary: String, Hashable, Sendable, CaseIterable {
    /// Rotates once a day, as separated tags do.
    case daily
    /// Rotates every 15 minutes, without a counter.
    case rotating
    /// Advertises for a minute in ten, on the average.
    case rare
    /// Hidden in the car, so that it is heard on the way only.
    case car
}

/// How a phone reports where it is (OwnTracks' booklet, "Location": the modes of both systems).
enum GuardPhone: String, Hashable, Sendable, CaseIterable {
    case significantIOS, moveIOS, significantAndroid, moveAndroid, quiet, saver

    /// Whether it reports each few minutes of a way, but for the hours in which it saves its battery.
    var isOften: Bool { [.moveIOS, .moveAndroid, .saver].contains(self) }
}

/// Where the person is in a part of the day.
enum GuardPlace: Int, Hashable, Sendable {
    case home, office, shop, restaurant, park, city, friend, hotel, customer
}

/// A part of a day, in minutes since the first midnight.
struct GuardSegment: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case stay(GuardPlace)
        case walk, car, train, longTrain, platform, stop
    }

    var kind: Kind
    var start: Int
    var end: Int
    var from: Coordinate
    var to: Coordinate
    /// The numbers of tags that come along.
    var companions: [Int] = []

    /// Where the person truly is.
    func position(at minute: Int) -> Coordinate {
        guard end > start else { return to }
        return from.interpolated(to: to, fraction: Double(minute - start) / Double(end - start))
    }

    var isStay: Bool { if case .stay = kind { true } else { false } }
}
