import Glibc
public import Tracking

/// In which room an item is, by how strongly gateways that stand in rooms hear it.
///
/// Each gateway's strength is averaged over some seconds, so that fading goes. The strongest is the most probable, and
/// how much more so follows from the decibels between them. Another room is told only when it is clearly the more
/// probable one: walls and furniture make ±7 dB of what is heard in a flat, and an item on the border between two rooms
/// would change all the time.
public struct RoomChoice: Hashable, Sendable {
    /// The room that is told; nil while no gateway hears the item.
    public private(set) var room: String?
    /// How probable that room is, 0 to 1; nil while there is none, or no gateway in it says anything.
    public private(set) var probability: Double?
    private var receivers: [Receiver] = []
    /// When the last word came of where it is.
    private var time: Timestamp?
    /// Since when others have heard the item, and none in the room that is told.
    private var missing: Timestamp?

    private struct Receiver: Hashable {
        let gateway: Name
        var room: String?
        var time: Timestamp
        var heard: Timestamp?
        /// In dB above that at a metre, averaged.
        var strength: Double
        var weight: Double

        mutating func add(_ level: Double, at now: Timestamp) {
            let kept = weight * exp((time.seconds - now.seconds) / RoomChoice.settling)
            strength = (strength * kept + level) / (kept + 1)
            weight = kept + 1
            time = now
        }

        /// Notes that the item is still within reach; its last strength counts less and less beside the next.
        mutating func hold(at now: Timestamp) {
            weight *= exp((time.seconds - now.seconds) / RoomChoice.settling)
            time = now
        }
    }

    /// For so many seconds what a gateway told holds.
    public static let freshness = 60.0
    /// Over so many seconds strengths are averaged.
    ///
    /// This and the next three are our choice, good ones of several on a measured walk through a flat with six receivers
    /// (docs/accuracy.md): 41 changes where there were 75, against 1,676 by the strongest report.
    static let settling = 5.0
    /// So many decibels make a room more probable by a factor of e.
    static let step = 3.0
    /// The probability from which another room is told.
    static let needed = 0.6
    /// The share of what is told that stays open: walls are not known, and on that walk the nearest was right in 7 cases
    /// of 10 however clear the strengths were.
    static let open = 0.25
    /// What a gateway that listened in vain heard at most, in dB above the strength at a metre: some -100 dBm.
    static let floor = -41.0
    /// For so many seconds a room is kept of which no gateway says anything.
    static let patience = 10.0
    /// How many gateways are kept in mind.
    static let mostReceivers = 16

    /// Nothing is known yet, but what was told before a restart.
    public init(room: String? = nil, at time: Timestamp? = nil) {
        self.room = room
        self.time = room == nil ? nil : time
    }

    /// Takes in what a gateway in a room heard of the item within an interval, or that it listened in vain.
    ///
    /// A link that stands without a word of its strength, which the kernel tells only a privileged gateway, holds what
    /// that gateway has told; one that has told nothing hears the item at least.
    ///
    /// - Parameters:
    ///   - strength: In dB above the tag's at a metre; nil for not told.
    ///   - samples: How many advertisements were heard; with 0 the gateway listened in vain.
    ///   - gateway: Who heard it; one older than its last is no news.
    ///   - room: Where that stands; nil for not told.
    ///   - map: How the rooms were measured; nil for not.
    ///   - now: When it was heard.
    public mutating func heard(
        _ strength: Double?, samples: Int, by gateway: Name, in room: String?, on map: RoomMap? = nil, at now: Timestamp
    ) {
        let level = samples == 0 ? Self.floor : strength
        if let index = receivers.firstIndex(where: { $0.gateway == gateway }) {
            guard receivers[index].time < now else { return }
            if let level { receivers[index].add(level, at: now) } else { receivers[index].hold(at: now) }
            receivers[index].room = room
            if samples > 0 { receivers[index].heard = now }
        } else if samples > 0 {
            if receivers.count >= Self.mostReceivers { forgetOldest() }
            let (strength, weight) = level.map { ($0, 1.0) } ?? (Self.floor, 0)
            receivers.append(
                Receiver(gateway: gateway, room: room, time: now, heard: now, strength: strength, weight: weight)
            )
        }
        choose(on: map, at: now)
    }

    /// A gateway stands in no room any more, or is gone.
    public mutating func forget(_ gateway: Name) { receivers.removeAll { $0.gateway == gateway } }

    /// Takes the room back once nobody has heard the item for a while; whether something changed by that.
    public mutating func age(at now: Timestamp) -> Bool {
        guard room != nil, let time, now.seconds - time.seconds > Self.freshness else { return false }
        (room, probability, self.time, missing) = (nil, nil, nil, nil)
        receivers = []
        return true
    }

    private mutating func choose(on map: RoomMap?, at now: Timestamp) {
        let listening = receivers.filter { now.seconds - $0.time.seconds <= Self.freshness }
        let heard = listening.compactMap(\.heard).filter { now.seconds - $0.seconds <= Self.freshness }
        guard !heard.isEmpty else { return }
        time = heard.max()
        let told = Dictionary(listening.map { ($0.gateway, $0.strength) }) { first, _ in first }
        let odds = map?.odds(told) ?? odds(of: listening)
        let sum = odds.values.reduce(0, +)
        guard sum > 0, let likeliest = odds.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return }
        if mayBe(likeliest.key, likeliest.value / sum, isHeard: room.map { odds[$0] != nil }, at: now) {
            (room, missing) = (likeliest.key, nil)
        }
        guard let room, let chosen = odds[room] else {
            probability = nil
            return
        }
        probability = (1 - Self.open) * chosen / sum + Self.open / Double(odds.count)
    }

    /// How probable each room is, but for a constant, where a gateway stands in each.
    private func odds(of receivers: [Receiver]) -> [String: Double] {
        var best: [String: Double] = [:]
        for receiver in receivers {
            guard let room = receiver.room else { continue }
            best[room] = max(best[room] ?? Self.floor, receiver.strength)
        }
        let most = best.values.max() ?? Self.floor
        return best.mapValues { exp(($0 - most) / Self.step) }
    }

    /// Whether a room may take the place of the one that is told; `isHeard` says whether that is among those that are
    /// heard, and is nil where none is told.
    ///
    /// After a restart the first gateway to speak is not the only one.
    private mutating func mayBe(_ other: String, _ share: Double, isHeard: Bool?, at now: Timestamp) -> Bool {
        guard let isHeard else { return true }
        if isHeard {
            missing = nil
            return other != room && share >= Self.needed
        }
        let since = missing ?? now
        missing = since
        return now.seconds - since.seconds >= Self.patience
    }

    private mutating func forgetOldest() {
        guard let index = receivers.indices.min(by: { receivers[$0].time < receivers[$1].time }) else { return }
        receivers.remove(at: index)
    }
}
