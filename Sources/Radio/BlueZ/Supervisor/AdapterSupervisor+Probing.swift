import Bluetooth
import Glibc
import Tracking

/// Whether a scan that hears nothing goes on: it is begun anew, once, to see whether the adapter answers.
extension AdapterSupervisor {
    /// After how much silence a scan is begun anew, at least and at most; in between, after four usual pauses, or one and a
    /// half of the longest: what filters duplicates tells of all devices at once, and then of none for ten seconds.
    static let shortestDoubt = Duration.seconds(3)
    static let longestDoubt = Duration.seconds(30)
    private static let pausesToDoubt = 4.0
    private static let longestToDoubt = 1.5
    /// How much of a pause counts, and over how long it is forgotten, in seconds.
    private static let mostPause = 20.0
    private static let pauseMemory = 60.0
    /// After how much more silence the power is cycled where many devices were heard.
    static let doubtAgain = Duration.seconds(10)
    /// A crowd that was heard before a longer time may have been left meanwhile, by a machine that slept.
    static let crowdMemory = Duration.seconds(60)
    /// How often that is done at most, where a tag is at the edge of what can be heard.
    static let probeEvery = Duration.seconds(30)
    /// Something heard is told as a proof so often at most.
    static let tellEvery = Duration.milliseconds(500)
    /// Seconds over which it is learnt how often something is heard.
    private static let memory = 10.0

    /// Takes in whose advertisement ``Event/heard`` is about; comes before it.
    mutating func meet(_ device: BluetoothAddress, at now: Timestamp) { devices.meet(device, at: now) }

    /// What there is to tell of the scan since this was asked last.
    mutating func takeProof() -> ScanProof? {
        defer { proof = nil }
        return proof
    }

    /// Learns how often something is heard.
    mutating func count(at now: Timestamp) {
        let passed = max(0, Double(lastHeard.duration(to: now).milliseconds) / 1000)
        rate = rate * exp(-passed / Self.memory) + 1 / Self.memory
        longestPause = max(min(passed, Self.mostPause), longestPause * exp(-passed / Self.pauseMemory))
    }

    private var doubtAfter: Duration {
        let seconds = max(Self.pausesToDoubt / max(rate, 0.01), Self.longestToDoubt * longestPause)
        return min(max(.milliseconds(Int64(1000 * seconds)), Self.shortestDoubt), Self.longestDoubt)
    }

    /// When the scan is to be begun anew unless something is heard; nil for not before the watchdog does.
    var probeDue: Timestamp? {
        guard !hasProbed, !isDoubted else { return nil }
        let due = lastHeard.advanced(by: doubtAfter)
        return probedAt.map { max(due, $0.advanced(by: Self.probeEvery)) } ?? due
    }

    /// Begins the scan anew; nobody is told, for nothing is known to be wrong.
    mutating func probe(_ now: Timestamp, _ actions: inout [Action]) {
        (isProbing, hasProbed, probedAt) = (true, true, now)
        stop(then: .start(attempt: 1), &actions)
    }

    /// When the power is to be cycled unless something is heard: many devices fell silent at once, and a scan that was
    /// begun anew hears none of them; nil for not before the watchdog does.
    func cycleDue(at now: Timestamp) -> Timestamp? {
        guard fellSilent, !isDoubted, !hasLink(at: now) else { return nil }
        return begunAt.advanced(by: max(doubtAfter, Self.doubtAgain))
    }

    /// What it proves that a scan was begun: nothing where many devices fell silent at once, until the power was cycled.
    mutating func proofOfBeginning(at now: Timestamp) -> ScanProof {
        let wereMany = lastHeard.duration(to: now) <= Self.crowdMemory && devices.wereMany(before: lastHeard)
        fellSilent = silences < 2 && (fellSilent || wereMany)
        begunAt = now
        return isDoubted || fellSilent ? .doubted : .begun
    }
}
