import Guard
import Simulation
import Tracking

/// The guard and AirGuard beside a simulated person.
struct GuardRunWatch: Sendable {
    var outcome = GuardRun.Outcome()
    /// The minute in which the second leg of a hidden tag ended; nil for no such tag.
    var secondLeg: Int?
    let tags: [GuardTag]
    private(set) var tagGuard = TagGuard()
    private var app = AirGuardApp()
    private var phone: GuardPhoneTrack
    private var random: SplitMix
    private var heard: Set<Int> = []
    /// Minutes in which the hidden tag was heard.
    private(set) var hiddenHeard: [Int] = []
    /// Where the phone reported, by minute.
    private(set) var reported: [(minute: Int, place: Coordinate)] = []

    /// Minutes between two scans of AirGuard (`WorkerConstants.MIN_MINUTES_TO_NEXT_BT_SCAN`).
    private static let scanEvery = 15

    init(tags: [GuardTag], phone: GuardPhone, seed: UInt64) {
        self.tags = tags
        self.phone = GuardPhoneTrack(phone, seed: seed)
        random = SplitMix(seed: seed, stream: "guard air")
    }

    mutating func pass(_ segment: GuardSegment, at minute: Int, _ present: [GuardVisit]) {
        let now = GuardRun.epoch.advanced(by: .seconds(minute * 60))
        if let position = phone.report(segment, at: minute, epoch: GuardRun.epoch) {
            reported.append((minute, position.coordinate))
            tagGuard.locate(position)
        }
        var scanned: [(device: String, tag: Int)] = []
        for visit in present {
            let tag = tags[visit.tag], time = Int(now.wholeSeconds)
            // Two draws in each case, so that what is heard by one changes nothing for the other.
            let isHeard = random.happens(visit.heard), isScanned = random.happens(visit.heard)
            let identity = tag.identity(visit.tag, at: time)
            if isScanned { scanned.append((identity, visit.tag)) }
            guard isHeard else { continue }
            heard.insert(visit.tag)
            if tag.isFollower { hiddenHeard.append(minute) }
            tagGuard.observe(
                GuardSighting(
                    network: tag.network, kind: tag.kind, identity: identity, counter: tag.counter(at: time),
                    rssi: Int(tag.strength + 4 * random.normal()), time: now
                )
            )
        }
        outcome.tags = heard.count
        for notice in tagGuard.tick(at: now) where notice.report.stage == .notice {
            tell(GuardRun.ours, notice.report.identity, at: minute, "\(notice.report) \(segment.kind)")
        }
        if minute % Self.scanEvery == 0 { scan(scanned, segment, at: minute) }
    }

    private mutating func scan(_ found: [(device: String, tag: Int)], _ segment: GuardSegment, at minute: Int) {
        // It asks for a position of its own, which it gets.
        let position = GuardPhoneTrack.measured(
            segment, at: minute, epoch: GuardRun.epoch, claims: 1, normals: random.normals()
        )
        let location = app.location(of: position)
        for (device, tag) in found {
            app.found(device, at: minute, location: location)
            for level in AirGuardLevel.allCases {
                if app.notifies(device, isTile: tags[tag].network == .tile, at: minute, level: level) {
                    tell("AirGuard, \(level.rawValue)", device, at: minute, "")
                }
            }
        }
    }

    private mutating func tell(_ method: String, _ identity: String, at minute: Int, _ detail: String) {
        let number = Int(identity.split(separator: "-").first ?? "") ?? 0
        guard tags[number].isFollower else {
            outcome.falseNotices[method, default: 0] += 1
            if method == GuardRun.ours { outcome.details.append("minute \(minute): \(detail)") }
            return
        }
        guard let secondLeg, outcome.delays[method] == nil else { return }
        outcome.delays[method] = Double(max(0, minute - secondLeg) * 60)
    }
}
