import Tracking

/// Somebody left a place.
struct Departure: Hashable, Sendable {
    /// When they were first seen there before.
    var arrived: Timestamp
    /// When they were last seen there.
    var lastInside: Timestamp
    /// When they were first seen outside.
    var firstOutside: Timestamp
    /// When they were last seen outside before they came back, or until what is known ends.
    var lastOutside: Timestamp
    /// When they were first seen there again; nil where that is not known.
    var back: Timestamp?
    /// Whether they were so far away that it was no doubtful position.
    var isFar = false
    /// When they have left, as far as that can be said.
    var time: Timestamp
}

/// Finds when somebody left a place in what their phone told.
///
/// A phone at rest may be silent for a night, and one on the way tells every few minutes. So the moment of leaving is
/// taken from the first position outside, less the time that the way to there takes, and never from the last one
/// inside. What could have been at any time is left out.
struct DepartureFinder {
    let place: HabitPlace

    /// Up to this gap between inside and outside it is known when somebody left, wherever they are then.
    static let shortGap = Duration.seconds(1800)
    /// With a longer gap they are still this near the place, in metres: then they have just left.
    static let nearby = 2000.0
    /// The pace at which a way is reckoned whose means is not known, in m/s: between walking and driving.
    static let pace = 4.0
    /// The slowest pace of somebody who is on the way, in m/s, and for how long two positions may be apart to tell.
    static let leastPace = 0.8
    static let longestStep = Duration.seconds(1500)
    /// For how long somebody who is on the way may have been so before the first position outside.
    static let longestStart = Duration.seconds(1800)
    /// Somebody has left who was as far as this outside, in metres, beyond twice the doubt.
    static let far = 100.0
    /// The shortest stay that one leaves from, and the shortest absence that was no jump of a receiver.
    static let leastStay = Duration.seconds(600)

    func departures(in fixes: [Fix]) -> [Departure] {
        var found: [Departure] = []
        var arrived: Timestamp?
        var lastInside: Timestamp?
        var isOpen = false
        for (index, fix) in fixes.enumerated() {
            switch place.side(of: fix) {
            case .inside?:
                if isOpen, let last = found.last,
                    !last.isFar || last.firstOutside.duration(to: fix.time) < Self.leastStay
                {
                    // Back at once, or never away: they had not left.
                    found.removeLast()
                    arrived = last.arrived
                    isOpen = false
                } else if arrived == nil || isOpen {
                    arrived = fix.time
                }
                if isOpen, !found.isEmpty { found[found.count - 1].back = fix.time }
                isOpen = false
                lastInside = fix.time
            case .outside?:
                if let start = arrived, let last = lastInside {
                    let next = index + 1 < fixes.count ? fixes[index + 1] : nil
                    if let departure = departure(arrived: start, lastInside: last, outside: fix, next) {
                        found.append(departure)
                        found[found.count - 1].isFar = isFar(fix)
                        isOpen = true
                    }
                    (arrived, lastInside) = (nil, nil)
                } else if isOpen {
                    found[found.count - 1].lastOutside = fix.time
                    if isFar(fix) { found[found.count - 1].isFar = true }
                }
            case nil: break
            }
        }
        return found.filter(\.isFar)
    }

    private func isFar(_ fix: Fix) -> Bool { place.distance(to: fix.coordinate) > Self.far + 2 * fix.sigma }

    private func departure(
        arrived: Timestamp, lastInside: Timestamp, outside fix: Fix, _ next: Fix?
    ) -> Departure? {
        let distance = place.distance(to: fix.coordinate)
        let measured = next.flatMap { measuredPace(from: fix, to: $0) }
        let way = Duration.milliseconds(Int64(distance / (measured ?? Self.pace) * 1000))
        let isShort = lastInside.duration(to: fix.time) <= Self.shortGap
        guard isShort || distance <= Self.nearby || measured != nil && way <= Self.longestStart else { return nil }
        let time = max(lastInside, fix.time.advanced(by: .zero - way))
        guard arrived.duration(to: time) >= Self.leastStay else { return nil }
        return Departure(
            arrived: arrived, lastInside: lastInside, firstOutside: fix.time, lastOutside: fix.time, time: time
        )
    }

    /// How fast somebody is who is on the way; nil where the next position does not say that they are.
    private func measuredPace(from fix: Fix, to next: Fix) -> Double? {
        let time = fix.time.duration(to: next.time)
        guard time > .zero, time <= Self.longestStep else { return nil }
        let distance = fix.coordinate.distance(to: next.coordinate)
        guard distance > Path.samePlace + 2 * (fix.sigma + next.sigma) else { return nil }
        let pace = distance / time.inSeconds
        return pace >= Self.leastPace ? pace : nil
    }
}
