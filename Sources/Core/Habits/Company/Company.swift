import Tracking

/// Whether a thing went along when its owner left.
enum Company: Hashable, Sendable {
    case along
    /// It stayed, or was not there to begin with.
    case apart
    /// Nothing tells.
    case unknown
}

/// Tells from a thing's fixes whether it went along.
///
/// It went along when it was with its owner outside after it had been in the place, and it stayed when it was in the
/// place while its owner was outside. A tracker that is silent tells nothing: its thing has not stayed for that.
struct CompanyJudge {
    let owner: Path
    let thing: Path

    /// How long a thing is still said to have left with its owner, when nothing says where it was before.
    static let early = Duration.seconds(3600)
    /// The longest absence that is looked at.
    static let longest = Duration.seconds(12 * 3600)
    /// From when on somebody has surely left, before or after the first position outside.
    static let margin = Duration.seconds(300)

    /// Whether it went along when its owner left each of some places.
    func cases(_ places: some Sequence<(HabitPlace, [Departure])>) -> [[(Departure, Company)]] {
        let places = Array(places)
        let told = places.map { place, departures in departures.map { ($0, company(at: $0, from: place)) } }
        let cases = zip(places, told).map { (place: $0.0, departures: $1) }
        guard let silence = SilenceJudge(thing: thing, cases: cases) else { return told }
        return told.map { cases in
            cases.map { departure, company in
                let hasStayed = company == .unknown && silence.hasStayed(at: departure)
                return (departure, hasStayed ? .apart : company)
            }
        }
    }

    /// By what its tracker has told while its owner was out.
    func company(at departure: Departure, from place: HabitPlace) -> Company {
        let start = max(departure.lastInside, departure.time.advanced(by: .seconds(-900)))
        let before = before(start, departure, place)
        let end = min(departure.lastOutside, departure.time.advanced(by: Self.longest))
        var index = thing.firstIndex(after: start)
        while index < thing.fixes.count, thing.fixes[index].time <= end.advanced(by: Self.margin) {
            let fix = thing.fixes[index]
            index += 1
            switch place.side(of: fix) {
            case .inside?:
                if fix.time >= departure.firstOutside.advanced(by: Self.margin), fix.time <= end { return .apart }
            case .outside?:
                if let company = company(of: fix, before, departure) { return company }
            case nil: break
            }
        }
        return .unknown
    }

    /// Where it was before its owner left.
    private enum Before {
        case there
        case elsewhere
        /// It was there before its owner came, who may have brought it.
        case earlier(Fix)
        case unknown
    }

    private func before(_ start: Timestamp, _ departure: Departure, _ place: HabitPlace) -> Before {
        let next = thing.firstIndex(after: start)
        guard next > 0 else { return .unknown }
        let fix = thing.fixes[next - 1]
        switch place.side(of: fix) {
        case .inside?: return .there
        case .outside?:
            return fix.time > departure.arrived.advanced(by: Self.margin) ? .elsewhere : .earlier(fix)
        case nil: return .unknown
        }
    }

    /// What a position outside says; nil for nothing.
    private func company(of fix: Fix, _ before: Before, _ departure: Departure) -> Company? {
        guard let isBeside = owner.isBeside(fix) else { return nil }
        guard isBeside else { return .apart }
        switch before {
        case .there: return .along
        case .elsewhere: return .apart
        case .earlier(let old):
            if old.coordinate.distance(to: fix.coordinate) <= Path.samePlace + 2 * (old.sigma + fix.sigma) {
                // It lies where it lay: its owner came to it.
                return .apart
            }
            return departure.time.duration(to: fix.time) <= Self.early ? .along : nil
        case .unknown: return departure.time.duration(to: fix.time) <= Self.early ? .along : nil
        }
    }
}
