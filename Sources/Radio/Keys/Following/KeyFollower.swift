import Bluetooth
import Cryptography
import Tracking

/// Follows one key through time: what it says it may advertise, and where a sighting says it is.
struct KeyFollower: Sendable {
    let key: TagKey
    let identity: TagIdentity
    private var windows: [KeySeries: CounterWindow] = [:]
    private var chains: [KeySeries: SecretChain] = [:]

    /// Something that would be heard of the tag.
    enum Sign: Sendable {
        /// An advertised key of 28 bytes, whose beginning is the address.
        case key([UInt8])
        /// Identifiers, a mask each.
        case ephemerals([FindHubKey.Ephemeral])
    }

    /// What changes with time.
    struct Change {
        var added: [(series: KeySeries, counter: Int, sign: Sign)] = []
        var dropped: [(series: KeySeries, counter: Int)] = []
    }

    /// How far a clock may be off before a tag has to be searched for: twelve hours, as FindMy.py allows.
    private static let margin: Duration = .seconds(12 * 3600)
    /// For how long a Find Hub tag whose age is not known may have counted: five years.
    private static let longest = Int(5 * 365.25 * 86_400) / 1024

    /// A follower; an alignment is where the tag was heard last.
    init(_ key: TagKey, alignment: KeyAlignment?, at now: Timestamp) {
        self.key = key
        identity = key.identity
        switch key {
        case .findMy(let key): follow(key, alignment ?? key.alignment, now)
        case .findHub(let key): follow(key, alignment ?? key.alignment, now)
        case .fixed(let keys):
            windows[.fixed] = CounterWindow(
                period: .seconds(1 << 40), behind: 0, ahead: 0, always: Array(keys.advertised.indices), centres: []
            )
        case .resolving: break
        }
    }

    private mutating func follow(_ key: FindMyKey, _ alignment: KeyAlignment?, _ now: Timestamp) {
        let centre = alignment ?? KeyAlignment(counter: 0, time: key.pairedAt)
        let width = Int(Self.margin.milliseconds / FindMyKey.primaryPeriod.milliseconds)
        var primary = CounterWindow(period: FindMyKey.primaryPeriod, behind: width, ahead: width, centres: [centre])
        // At most one key in a quarter of an hour was used: it may be anywhere from there to now.
        let expected = primary.expected(at: now).first ?? 0
        primary.search(centre.counter..<max(centre.counter, expected - width))
        windows[.primary] = primary
        chains[.primary] = SecretChain(key.primarySecret)
        var secondary = Self.secondary(at: centre)
        let day = secondary.expected(at: now).first ?? 0
        let first = centre.counter / FindMyKey.primariesPerSecondary
        secondary.search(first..<max(first, day - 3))
        windows[.secondary] = secondary
        chains[.secondary] = SecretChain(key.secondarySecret)
    }

    /// Around the secondary key that goes with a primary one: the first changes at the first 4 o'clock after the pairing.
    private static func secondary(at centre: KeyAlignment) -> CounterWindow {
        let counter = centre.counter / FindMyKey.primariesPerSecondary + 1
        return CounterWindow(
            period: FindMyKey.secondaryPeriod,
            behind: 3,
            ahead: 3,
            centres: [KeyAlignment(counter: counter, time: centre.time)]
        )
    }

    private mutating func follow(_ key: FindHubKey, _ alignment: KeyAlignment?, _ now: Timestamp) {
        let width = Int(Self.margin.milliseconds / FindHubKey.period.milliseconds)
        // A tag counts from when it was set up or switched on; home-made ones take UTC, or stay at 0.
        let start = alignment ?? key.pairedAt.map { KeyAlignment(counter: 0, time: $0) }
        let centres = [start, KeyAlignment(counter: 0, time: Timestamp(seconds: 0))].compactMap { $0 }
        var window = CounterWindow(
            period: FindHubKey.period,
            behind: width,
            ahead: width,
            always: [0],
            centres: centres,
            isAscending: start == nil
        )
        let end = start == nil ? Self.longest : (window.expected(at: now).first ?? 0) - width
        window.search((alignment?.counter ?? 0)..<max(alignment?.counter ?? 0, end))
        windows[.ephemeral] = window
    }

    /// The sequences in which something is still to be searched.
    var searches: [KeySeries] { KeySeries.allCases.filter { windows[$0]?.isSearching == true } }

    /// Lets time pass, and answers with what is to be looked out for from now on; at most so many counters of each
    /// sequence that are only searched for.
    mutating func advance(to now: Timestamp, budgets: [KeySeries: Int]) -> Change {
        var change = Change()
        for series in KeySeries.allCases {
            guard let due = windows[series]?.advance(to: now, budget: budgets[series] ?? 0) else { continue }
            change.dropped += due.dropped.map { (series, $0) }
            change.added += due.added.compactMap { counter in
                sign(of: series, at: counter).map { (series, counter, $0) }
            }
        }
        return change
    }

    private mutating func sign(of series: KeySeries, at counter: Int) -> Sign? {
        switch key {
        case .findMy(let key):
            guard let secret = chains[series]?.secret(at: counter) else { return nil }
            return key.advertised(by: secret).map { .key($0) }
        case .fixed(let keys): return .key(keys.advertised[counter])
        case .findHub(let key):
            return .ephemerals(EphemeralCurve.allCases.compactMap { key.ephemeral(at: counter, on: $0) })
        case .resolving: return nil
        }
    }

    /// The tag was heard at a counter.
    mutating func hear(_ series: KeySeries, _ counter: Int, at now: Timestamp) {
        guard windows[series]?.hear(counter, at: now) == true else { return }
        switch series {
        case .primary: alignSecondary(to: counter, at: now)
        case .secondary: alignPrimary(to: counter, at: now)
        case .fixed, .ephemeral: break
        }
    }

    private mutating func alignSecondary(to primary: Int, at now: Timestamp) {
        let day = primary / FindMyKey.primariesPerSecondary + 1
        let days = windows[.secondary]?.expected(at: now) ?? []
        guard days.contains(where: { abs($0 - day) > 2 }) else { return }
        windows[.secondary]?.move(to: [KeyAlignment(counter: day, time: now)])
    }

    /// The primary counter of a day's secondary one is in this day or the one before.
    private mutating func alignPrimary(to secondary: Int, at now: Timestamp) {
        let perDay = FindMyKey.primariesPerSecondary
        let days = (secondary - 2) * perDay..<secondary * perDay
        let expected = windows[.primary]?.expected(at: now) ?? []
        guard !expected.contains(where: days.contains) else { return }
        windows[.primary]?.move(
            to: [days.lowerBound + perDay / 2, days.upperBound - perDay / 2].map {
                KeyAlignment(counter: $0, time: now)
            }
        )
    }

    /// Where it was heard last; nil when it was not heard.
    var alignment: KeyAlignment? {
        let window = windows[.primary] ?? windows[.ephemeral]
        return window.flatMap { $0.isAligned ? $0.centres.first : nil }
    }
}

/// Each of a key's sequences has counters of its own.
enum KeySeries: Hashable, Sendable, CaseIterable {
    case primary, secondary, fixed, ephemeral
}
