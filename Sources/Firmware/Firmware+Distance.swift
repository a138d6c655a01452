import Tracking

/// Whether the owner is beyond the distance at which the mode changes, from positions, Bluetooth and silence.
extension Firmware {
    /// What two positions tell of the distance between them.
    struct Gap {
        /// In metres.
        var distance: Double
        /// The standard deviation in metres of what a new fix would not make better.
        var settled: Double
        /// The standard deviation in metres of the way that the tracker itself may have gone since its fix.
        var gone: Double

        var sigma: Double { (settled * settled + gone * gone).squareRoot() }
    }

    /// The distance to the owner as positions have it; nil while one of the two is missing.
    ///
    /// A tracker that lies still is where it was; one that moves, or that feels no movement because it never rests,
    /// has gone on since its fix as fast as lately, on foot at least. So has the owner since the reference.
    func gap(at now: Timestamp) -> Gap? {
        guard let lastFix, let reference else { return nil }
        let owners = max(Doubt.walkingPace, referenceLeap.pace) * (now.seconds - reference.time.seconds).magnitude
        let own = isMoving ? max(Doubt.walkingPace, fixLeap.pace) * max(0, now.seconds - lastFix.time.seconds) : 0
        let terms = [lastFix.sigma, reference.sigma, fixLeap.doubt, referenceLeap.doubt, owners]
        return Gap(
            distance: lastFix.coordinate.distance(to: reference.coordinate),
            settled: terms.reduce(0) { $0 + $1 * $1 }.squareRoot(),
            gone: own
        )
    }

    /// The probability that the owner is beyond the distance at which the mode changes; nil while nothing is known.
    ///
    /// Exact positions need no other witness: it is 0, 1, or a half at exactly that distance.
    func probabilityBeyond(at now: Timestamp) -> Double? {
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
            if probability >= Self.surety { mode = .cellular }
            if probability <= 1 - Self.surety { mode = .bluetooth }
        }
        return mode != before
    }
}
