import Tracking

/// Whom of its owner's household an item is with.
///
/// Two members count as one owner: near to either of them is near. So each is judged as the owner is, and the level is
/// no higher than the lowest of these. While a member who may have taken the item along has not told yet, a rise waits.
struct Company: Sendable {
    private var companions: [Companion] = []
    /// The moment at which the item was too far from its owner, while a member's word on it is waited for.
    private var heldSince: Timestamp?

    /// Whether a level would have risen, but for a word that is waited for.
    var isHeld: Bool { heldSince != nil }

    /// Looks at one member.
    mutating func observe(_ member: Member, _ item: Companion.Item, at time: Timestamp, isSilence: Bool = false) {
        companions[index(of: member.name)].observe(member.track, item, at: time, isSilence: isSilence)
    }

    /// Goes on after a restart: the item was with somebody.
    mutating func resume(with name: Name) { companions[index(of: name)].resume() }

    /// The highest level that there may be: that with regard to the member who is nearest.
    func cap(for fix: Fix?, at now: Timestamp) -> AlertLevel {
        var cap = AlertLevel.critical
        for companion in companions where companion.counts(for: fix, at: now) {
            cap = min(cap, companion.level ?? .critical)
        }
        return cap
    }

    /// Who has the item: the one who had it, if that is so still.
    func holder(after last: Name?, for fix: Fix?, at now: Timestamp) -> Name? {
        let near = companions.filter { $0.level == AlertLevel.none && $0.counts(for: fix, at: now) }.map(\.name)
        return last.flatMap { near.contains($0) ? $0 : nil } ?? near.first
    }

    /// Takes in that a level would rise, and tells whether it waits for the word of a member who may have the item.
    mutating func holds(
        riseAt time: Timestamp, _ thresholds: Thresholds, _ policy: AlertPolicy, now: Timestamp
    ) -> Bool {
        if companions.isEmpty { return false }
        let since = heldSince ?? time
        heldSince = isAwaited(since: since, thresholds, policy, at: now) ? since : nil
        return isHeld
    }

    /// Takes in that no level rises.
    mutating func rest() { heldSince = nil }

    /// Whether a rise was waiting for a word that nobody waits for any more.
    func isOverdue(_ thresholds: Thresholds, _ policy: AlertPolicy, at now: Timestamp) -> Bool {
        heldSince.map { !isAwaited(since: $0, thresholds, policy, at: now) } ?? false
    }

    private func isAwaited(
        since moment: Timestamp, _ thresholds: Thresholds, _ policy: AlertPolicy, at now: Timestamp
    ) -> Bool {
        companions.contains {
            $0.isAwaited(since: moment, warning: thresholds.warning, raise: policy.raise, at: now)
        }
    }

    private mutating func index(of name: Name) -> Int {
        if let index = companions.firstIndex(where: { $0.name == name }) { return index }
        companions.append(Companion(name))
        return companions.count - 1
    }
}
