import Ranging
import Tracking

/// Whether the owner is beyond the distance at which the mode changes, from positions, Bluetooth and silence.
extension Firmware {
    /// What two positions tell of the distance between them.
    struct Gap: Hashable {
        /// In metres.
        var distance: Double
        /// The standard deviation in metres of what a new fix would not make better.
        var settled: Double
        /// The standard deviation in metres of the way that the tracker itself may have gone since its fix.
        var gone: Double
        /// The same of the way that the owner may have gone since.
        var aged = 0.0

        var sigma: Double { (settled * settled + gone * gone + aged * aged).squareRoot() }
    }

    /// The distance to the owner as positions have it; nil while one of the two is missing.
    ///
    /// It is the distance at the moment of the reference: who has moved since has, as a rule, moved together. The
    /// tracker knows where it was then, and where it has not been since it is where it was if it lies still. How far
    /// the owner may have gone since, as fast as lately and on foot at least, is a doubt that grows. Only when it has
    /// lost its owner's gateway it is the distance now: then the two hardly move together.
    mutating func gap(at now: Timestamp) -> Gap? {
        guard let lastFix, let reference else { return nil }
        let age = (now.seconds - reference.time.seconds).magnitude
        var gap = meeting ?? measured(lastFix, reference)
        if meeting == nil, lastFix.time >= reference.time { meeting = gap }
        if hasLostLink, lastFix.time > reference.time {
            gap = self.gap(lastFix.coordinate, lastFix.sigma, reference, unseen: now.seconds - lastFix.time.seconds)
        }
        gap.aged = max(Doubt.walkingPace, referenceLeap.pace) * age
        return gap
    }

    private func measured(_ lastFix: Fix, _ reference: Reference) -> Gap {
        var place = lastFix.coordinate
        var sigma = lastFix.sigma
        if reference.time < lastFix.time {
            var way = way
            way.insert(lastFix)
            if let past = way.position(at: reference.time) { (place, sigma) = (past.coordinate, past.sigma) }
        }
        return gap(place, sigma, reference, unseen: reference.time.seconds - lastFix.time.seconds)
    }

    /// What the reference tells with the tracker's own place, since which so many seconds have passed unseen.
    private func gap(_ place: Coordinate, _ sigma: Double, _ reference: Reference, unseen: Double) -> Gap {
        let terms = [sigma, reference.sigma, fixLeap.doubt, referenceLeap.doubt]
        return Gap(
            distance: place.distance(to: reference.coordinate),
            settled: terms.reduce(0) { $0 + $1 * $1 }.squareRoot(),
            gone: isMoving ? UnseenMotion.doubt(beyond: unseen, pace: max(Doubt.walkingPace, fixLeap.pace)) : 0
        )
    }

    /// Keeps where it is, to say later where it was when a reference that is still under way was measured.
    mutating func record(_ fix: Fix) {
        if let last = way.lastTime, !owesSpot, !isSpotDue(fix.time, after: last) { return }
        owesSpot = false
        way.insert(fix)
    }

    /// Whether a place is to be kept again.
    func isSpotDue(_ time: Timestamp, after last: Timestamp) -> Bool { time.seconds - last.seconds >= Self.spotsEvery }

    /// A new reference has come: the next look at the distance is for its moment.
    mutating func expectMeeting() {
        meeting = nil
        if let lastFix { way.insert(lastFix) }
        owesSpot = true
    }

    /// Seconds between two places that are kept; our choice.
    private static let spotsEvery = 4.0

    /// The probability that the owner is beyond the distance at which the mode changes; nil while nothing is known.
    ///
    /// Exact positions need no other witness: it is 0, 1, or a half at exactly that distance.
    mutating func probabilityBeyond(at now: Timestamp) -> Double? {
        let heard = signal?.oddsBeyond(parameters.signal, at: now)
        guard let gap = gap(at: now) else { return heard.map { $0 / (1 + $0) } }
        if gap.sigma == 0 {
            return gap.distance > Mode.threshold ? 1 : gap.distance < Mode.threshold ? 0 : 0.5
        }
        let measured = normal((gap.distance - Mode.threshold) / gap.sigma)
        guard let heard else { return measured }
        // Against what is heard a position counts no more than it deserves: now and then it is wrong by far.
        let honest = Self.wrongFixes / 2 + (1 - Self.wrongFixes) * measured
        return honest * heard / (honest * heard + 1 - honest)
    }

    /// The share of fixes that are off by more than they know, between houses; our choice.
    private static let wrongFixes = 0.02
    /// How sure a change of mode must be.
    static let surety = 0.95

    /// Follows the policy, or else the distance to the owner: nearer than 30 m Bluetooth, farther cellular.
    ///
    /// With doubt the mode changes only when it is 95 % sure that the distance was crossed, and else it holds. Answers
    /// whether it changed.
    mutating func chooseMode(at now: Timestamp) -> Bool {
        let before = mode
        switch desired.mode {
        case .bluetooth: mode = .bluetooth
        case .cellular: mode = .cellular
        case .auto:
            if mode == .off { mode = bluetoothUp ? .bluetooth : .cellular }
            guard let probability = probabilityBeyond(at: now) else {
                // Who has not been told where the owner is takes a gateway in reach for near.
                if bluetoothUp { mode = .bluetooth }
                break
            }
            // The first word of where the owner is decides by the likelier side: there is nothing yet to hold on to but
            // a link.
            let surety = hasDecided || bluetoothUp ? Self.surety : 0.5
            hasDecided = true
            if probability >= surety { mode = .cellular }
            if probability <= 1 - surety { mode = .bluetooth }
        }
        return mode != before
    }
}
