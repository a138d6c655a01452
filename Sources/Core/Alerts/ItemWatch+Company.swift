import Ranging
public import Tracking

extension ItemWatch {
    /// Takes in that the track of a member of its owner's household has changed.
    public mutating func memberMoved(_ member: Member, now: Timestamp) -> AlertChange? {
        guard let lastFix else { return nil }
        let time = member.track.lastTime.map { max($0, lastFix.time) } ?? lastFix.time
        return evaluate(at: [member], at: time, now: now)
    }

    /// Goes on after a restart: it was with a member of its owner's household.
    public mutating func resume(with name: Name?) {
        guard let name else { return }
        company.resume(with: name)
        with = name
    }

    /// Looks at members anew, and judges again when that changes something.
    mutating func evaluate(
        at members: [Member], at time: Timestamp, isSilence: Bool = false, now: Timestamp
    ) -> AlertChange? {
        let before = company.cap(for: lastFix, at: now)
        record(members, at: time, isSilence: isSilence)
        guard company.isHeld || company.cap(for: lastFix, at: now) != before else { return nil }
        return review(now: now)
    }

    /// Looks at where members were, without a judgement.
    mutating func record(_ members: [Member], at time: Timestamp, isSilence: Bool = false) {
        if members.isEmpty { return }
        let item = Companion.Item(
            device: device,
            fix: lastFix,
            track: track,
            gateways: gateways,
            thresholds: thresholds,
            policy: policy,
            isRecorded: isRecorded
        )
        for member in members { company.observe(member, item, at: time, isSilence: isSilence) }
    }

    /// Who of the household has it, told only once it is surely away from its owner, and until it surely is not.
    func holder(_ posterior: Posterior, at now: Timestamp) -> Name? {
        guard let holder = company.holder(after: with, for: lastFix, at: now) else { return nil }
        let probability = posterior.probability(beyond: thresholds.warning)
        if probability <= policy.clear { return nil }
        return probability >= policy.raise || with != nil ? holder : nil
    }

    /// Whether it is near a member of the household.
    func isAccompanied(at now: Timestamp) -> Bool { company.cap(for: lastFix, at: now) == .none }
}
