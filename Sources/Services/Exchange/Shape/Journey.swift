public import Tracking

/// A part of a history: something stayed somewhere, or went from one such place to the next.
public enum Journey: Hashable, Sendable {
    case stay(Stay)
    case trip(Trip)

    /// Some time in one place.
    public struct Stay: Hashable, Sendable {
        public var start: Timestamp
        public var end: Timestamp
        /// The middle of all positions.
        public var middle: Coordinate
        /// How many fixes it rests on.
        public var fixes: Int
    }

    /// A way between two stays, or before the first or after the last.
    public struct Trip: Hashable, Sendable {
        public var start: Timestamp
        public var end: Timestamp
        public var from: Coordinate
        public var to: Coordinate
        /// The length of the way in metres, through the fixes that lie farther from the one before than both may err:
        /// so what stands still adds nothing, however it shakes.
        public var length: Double
        public var fixes: Int
    }
}

/// Cuts a history into stays and trips.
///
/// A stay is a time of at least ``leastStay`` in which no fix lies farther than ``reach``, and its own doubt, from the
/// middle of those before it: the usual way of finding them (Q. Li and others, "Mining user similarity based on location
/// history", ACM GIS 2008).
public struct JourneyFinder: Sendable {
    /// Metres around the middle of a stay.
    public var reach: Double
    /// The shortest stay.
    public var leastStay: Duration

    public init(reach: Double = 60, leastStay: Duration = .seconds(300)) {
        self.reach = reach
        self.leastStay = leastStay
    }

    /// The stays and trips of some fixes, oldest first, in order; others have their turn in between.
    ///
    /// - Throws: `CancellationError`.
    public func journeys(in fixes: [Fix]) async throws -> [Journey] {
        var journeys = [Journey]()
        var slice = WorkSlice()
        var index = 0
        var tripStart = 0
        while index < fixes.count {
            guard let stay = try await stay(in: fixes, from: index, &slice) else {
                index += 1
                continue
            }
            try await append(fixes, tripStart...index, to: &journeys, &slice)
            journeys.append(.stay(stay.value))
            index = stay.end + 1
            tripStart = stay.end
        }
        if tripStart < fixes.count - 1 {
            try await append(fixes, tripStart...fixes.count - 1, to: &journeys, &slice)
        }
        return journeys
    }

    /// The stay that begins with a fix, and the index of its last; nil when none does.
    private func stay(
        in fixes: [Fix], from start: Int, _ slice: inout WorkSlice
    ) async throws -> (value: Journey.Stay, end: Int)? {
        var middle = fixes[start].coordinate
        var end = start
        var strays = 0
        for index in start + 1..<max(start + 1, fixes.count) {
            if slice.step() { try await WorkSlice.rest() }
            let fix = fixes[index]
            if fix.coordinate.distance(to: middle) <= reach + 2 * fix.sigma {
                let count = Double(index - start - strays)
                middle = middle.interpolated(to: fix.coordinate, fraction: 1 / (count + 1))
                end = index
            } else if isStray(fixes, at: index, from: middle) {
                strays += 1
            } else {
                break
            }
        }
        let time = fixes[end].time.milliseconds - fixes[start].time.milliseconds
        guard time >= leastStay.milliseconds else { return nil }
        let stay = Journey.Stay(
            start: fixes[start].time, end: fixes[end].time, middle: middle, fixes: end - start + 1 - strays
        )
        return (stay, end)
    }

    /// Whether a fix is a single wild one: the next is back.
    private func isStray(_ fixes: [Fix], at index: Int, from middle: Coordinate) -> Bool {
        guard index + 1 < fixes.count else { return false }
        let next = fixes[index + 1]
        return next.coordinate.distance(to: middle) <= reach + 2 * next.sigma
    }

    private func append(
        _ fixes: [Fix], _ range: ClosedRange<Int>, to journeys: inout [Journey], _ slice: inout WorkSlice
    ) async throws {
        guard range.count > 1 else { return }
        guard let first = fixes[range].first, let last = fixes[range].last else { return }
        let length = try await Self.length(of: fixes[range], &slice)
        guard length > 0 else { return }
        let trip = Journey.Trip(
            start: first.time,
            end: last.time,
            from: first.coordinate,
            to: last.coordinate,
            length: length,
            fixes: range.count
        )
        journeys.append(.trip(trip))
    }

    private static func length(of way: ArraySlice<Fix>, _ slice: inout WorkSlice) async throws -> Double {
        guard var counted = way.first, let last = way.last else { return 0 }
        var length = 0.0
        for fix in way.dropFirst() {
            if slice.step() { try await WorkSlice.rest() }
            let step = fix.coordinate.distance(to: counted.coordinate)
            let doubt = (fix.sigma * fix.sigma + counted.sigma * counted.sigma).squareRoot()
            guard step > max(Self.shortestStep, 2 * doubt) else { continue }
            length += step
            counted = fix
        }
        return length + last.coordinate.distance(to: counted.coordinate)
    }

    /// Metres below which a step may be the shaking of a receiver that tells no accuracy.
    private static let shortestStep = 5.0
}
