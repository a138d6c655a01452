import Alerts
import Bluetooth
import Glibc
import Ranging
import Simulation
import TestSupport
import Tracking

@testable import BlueZ
@testable import Gateway

/// An adapter with its watchdog, the gateway's core and the alerts of one item, second by second, where scans die.
struct DeadScanBench {
    /// What happens around an adapter that its owner carries, and to it.
    struct Situation: Sendable {
        /// Devices beside the tag, each of which advertises every second.
        var others = 0
        /// When the others fall silent, in seconds; nil for never.
        var othersEnd: Double?
        /// Seconds from one advertisement of the tag to the next.
        var every = 1.0
        /// When the owner walks off without the tag, in seconds; nil for never.
        var leaves: Double?
        /// Whether a wall comes between them right then.
        var isAbrupt = false
        /// Whether owner and tag walk together from the beginning.
        var walks = false
        var fault: Fault?
        /// When the fault comes, in seconds.
        var faultAt = 120.0
        /// From when to when the machine sleeps.
        var sleep: Range<Double>?
        /// Whether the controller tells of each device once in 10.24 s.
        var isFiltered = false
    }

    enum Fault: Sendable, CaseIterable {
        /// The scan ends in silence; beginning it anew mends it.
        case ended
        /// The controller answers nothing more; a power cycle mends it.
        case hung
        /// The controller answers, and hears nothing; a power cycle mends it.
        case deaf
    }

    /// When the first critical alert came, in seconds; nil for never.
    private(set) var alert: Double?
    /// How often the scan was begun anew while nothing was wrong.
    private(set) var probes = 0
    private(set) var powerCycles = 0

    private let situation: Situation
    /// Whether it works as before: silence counts for as long as the adapter says that it scans.
    private let isCredulous: Bool
    private var generator: SeededGenerator
    private var supervisor = AdapterSupervisor()
    private var core: GatewayCore
    private var watch: ItemWatch
    private var track = PositionTrack()
    private let device: DeviceID
    private let place: Coordinate
    private var now = 0.0
    private var wake = Double.infinity
    private var answers: [AdapterSupervisor.Event] = []
    private var fault: Fault?
    private var toldIn: [UInt64: Int] = [:]

    private static let start = Timestamp(milliseconds: 1_777_600_000_000)
    private static let adapter = BluetoothAddress(bits: 0xAA)
    private static let step = 0.1
    private static let pathLoss = PathLoss()

    init(_ situation: Situation, seed: UInt64, isCredulous: Bool) throws {
        (self.situation, self.isCredulous) = (situation, isCredulous)
        generator = SeededGenerator(seed: seed)
        let sam = try Name("sam")
        device = DeviceID(owner: sam, device: try Name("keys"))
        place = try Coordinate(latitude: 52, longitude: 21)
        core = GatewayCore(
            GatewayCore.Configuration(id: try Name("phone"), trackers: [], carrier: sam, usesRegistry: true)
        )
        watch = ItemWatch(device: device)
        let tag = ServedTag(
            device: device, pathLoss: Self.pathLoss, advertiseEvery: .milliseconds(Int64(situation.every * 1000)),
            kind: .tag
        )
        tell(.registered([tag]))
        supervise(.appeared(isPowered: true))
    }

    private var time: Timestamp { Self.start.advanced(by: .milliseconds(Int64((now * 1000).rounded()))) }

    /// Plays until a second.
    mutating func play(until end: Double) {
        while now < end, alert == nil {
            let before = now
            now += Self.step
            if let sleep = situation.sleep, sleep.contains(now) {
                now = sleep.upperBound
                core.woke(at: time)
            }
            if let wanted = situation.fault, now >= situation.faultAt, before < situation.faultAt {
                fault = wanted
            }
            work()
            listen()
            if Int(now) > Int(before) { passSecond() }
        }
    }

    // MARK: Adapter

    private mutating func work() {
        let due = answers
        answers = []
        for event in due { supervise(event) }
        if now >= wake {
            wake = .infinity
            supervise(.tick)
        }
    }

    private mutating func supervise(_ event: AdapterSupervisor.Event) {
        if isCredulous, event == .tick { supervisor.hasProbed = true }
        for action in supervisor.handle(event, at: time) {
            switch action {
            case .start: start()
            case .stop:
                if fault == nil, supervisor.health == .scanning { probes += 1 }
                answers.append(.stopped)
            case .setPower(let isOn):
                if isOn { (fault, powerCycles) = (nil, powerCycles + 1) }
                answers.append(.powerAnswered(.done))
            case .wake(let time): wake = Double(time.milliseconds - Self.start.milliseconds) / 1000
            case .report(let health):
                tell(.adapters([AdapterStatus(name: "hci0", address: Self.adapter, health: health)]))
            case .quiet: break
            }
        }
        if let proof = supervisor.takeProof(), !isCredulous { tell(.scan(Self.adapter, proof)) }
    }

    private mutating func start() {
        if fault == .ended { fault = nil }
        toldIn = [:]
        answers.append(fault == .hung ? .startFailed(.failed) : .started)
    }

    private mutating func listen() {
        guard fault == nil, supervisor.state == .scanning else { return }
        let areThere = situation.othersEnd.map { now < $0 } ?? true
        for other in 0..<UInt64(areThere ? situation.others : 0) where advertises(other + 1, every: 1) {
            hear(BluetoothAddress(bits: other + 1))
        }
        if situation.isAbrupt, let leaves = situation.leaves, now >= leaves { return }
        guard advertises(0, every: situation.every) else { return }
        let rssi = Self.pathLoss.powerAtOneMetre - 20 * log10(distance) + Double.random(in: -4...4, using: &generator)
        guard rssi > -95 else { return }
        hear(BluetoothAddress(bits: 0xC0))
        tell(.heard(device, rssi: Int(rssi), adapter: Self.adapter))
    }

    private mutating func hear(_ device: BluetoothAddress) {
        supervisor.meet(device, at: time)
        supervise(.heard)
    }

    /// Whether a device's advertisement of this moment is received and told of: of each one in seven is lost.
    private mutating func advertises(_ number: UInt64, every: Double) -> Bool {
        let offset = Double(number * 37 % 10) * 0.1 * every
        let steps = Int(((now - offset) / Self.step).rounded())
        guard steps >= 0, steps.isMultiple(of: Int((every / Self.step).rounded())) else { return false }
        guard Double.random(in: 0..<1, using: &generator) < 0.86 else { return false }
        guard situation.isFiltered else { return true }
        let round = Int(now / 10.24)
        defer { toldIn[number] = round }
        return toldIn[number] != round
    }

    // MARK: Owner and alerts

    private var distance: Double { 0.5 + max(0, 1.4 * (now - (situation.leaves ?? .infinity))) }

    private mutating func passSecond() {
        if Int(now) % 10 == 0 {
            let way = situation.walks ? 1.4 * now : distance
            let position = place.offset(north: way, east: Double.random(in: -3...3, using: &generator))
            track.insert(Fix(coordinate: position, time: time, accuracy: 8))
            _ = watch.ownerMoved(track, now: time)
        }
        var actions: [GatewayCore.Action] = []
        core.tick(at: time, &actions)
        take(actions)
    }

    private mutating func tell(_ event: TrackerRadioEvent) {
        var actions: [GatewayCore.Action] = []
        core.noticed(event, at: time, &actions)
        take(actions)
    }

    private mutating func take(_ actions: [GatewayCore.Action]) {
        watch.take(actions, owner: track, now: time)
        if watch.engine.level == .critical, alert == nil { alert = now }
    }
}
