import Alerts
import Bluetooth
import Gateway
import Ranging
import Simulation
import Testing
import Tracking

@testable import Evaluation

/// What a gateway makes of a controller that filters duplicates, as on a system whose bluetoothd runs without `-E`.
@Suite struct FilteredReportTests {
    /// How the same days go, with each report and with filtered ones.
    private static func scores(
        _ plan: DayPlan, _ seeds: ClosedRange<UInt64>
    ) throws -> [(isFiltered: Bool, score: DayScore)] {
        let ways = [false, true]
        let days = try seeds.map { seed in
            var tallies = try ways.map { DayTally(try GatewayWatch(isFiltered: $0)) }
            for moment in try DayStream(plan, seed: seed) {
                for way in tallies.indices { tallies[way].observe(moment, of: plan) }
            }
            return tallies.map(\.result)
        }
        return ways.enumerated().map { place, isFiltered in
            (isFiltered, DayScore(method: "gateway", plan: plan, results: days.map { $0[place] }))
        }
    }

    @Test func `what is carried for a day raises no alert`() throws {
        for (isFiltered, score) in try Self.scores(DayPlan(.carried, .urban), 1...2) {
            #expect(score.falseWarnings == 0, "filtered: \(isFiltered)")
            #expect(score.falseCriticals == 0, "filtered: \(isFiltered)")
        }
    }

    @Test func `every loss is told, later where duplicates are filtered`() throws {
        for (isFiltered, score) in try Self.scores(DayPlan(.leftBluetooth, .urban), 1...40) {
            #expect(score.missed == 0, "filtered: \(isFiltered)")
            #expect(try #require(score.medianDelay) <= (isFiltered ? 30 : 5), "filtered: \(isFiltered)")
            #expect(try #require(score.longDelay) <= (isFiltered ? 180 : 20), "filtered: \(isFiltered)")
        }
    }
}

/// Reports by way of the gateway's core and its proximity messages, as history takes them in.
private struct GatewayWatch: DayWatch {
    private let isFiltered: Bool
    private var core: GatewayCore
    private var watch: ItemWatch
    private var track = PositionTrack()
    private let device: DeviceID
    private var round = -1
    private static let adapter = BluetoothAddress(bits: 0xAA)
    /// Milliseconds after which Linux begins a scan anew, and the controller forgets what it has told: DISCOV_LE_TIMEOUT
    /// in the kernel's net/bluetooth/hci_core.h.
    private static let roundTime = 10_240

    init(isFiltered: Bool) throws {
        self.isFiltered = isFiltered
        let sam = try Name("sam")
        device = DeviceID(owner: sam, device: try Name("keys"))
        core = GatewayCore(
            GatewayCore.Configuration(id: try Name("phone"), trackers: [], carrier: sam, usesRegistry: true)
        )
        watch = ItemWatch(device: device)
        var actions: [GatewayCore.Action] = []
        let tag = ServedTag(device: device, pathLoss: PathLoss(), advertiseEvery: .seconds(1), kind: .tag)
        core.noticed(.registered([tag]), at: DayStream.begin, &actions)
        let adapter = AdapterStatus(name: "hci0", address: Self.adapter, health: .scanning)
        core.noticed(.adapters([adapter]), at: DayStream.begin, &actions)
    }

    mutating func observe(_ moment: DayMoment) -> AlertLevel {
        let now = moment.time
        if let owner = moment.owner {
            track.insert(owner)
            _ = watch.ownerMoved(track, now: now)
        }
        var actions: [GatewayCore.Action] = []
        core.tick(at: now, &actions)
        if let strength = moment.strength, isTold(at: moment.second) {
            core.noticed(.heard(device, rssi: Int(strength.rounded()), adapter: Self.adapter), at: now, &actions)
        }
        watch.take(actions, owner: track, now: now)
        return watch.engine.level ?? .none
    }

    /// Whether the controller tells of an advertisement: of each tag the first of a round.
    private mutating func isTold(at second: Int) -> Bool {
        let current = second * 1000 / Self.roundTime
        defer { round = current }
        return !isFiltered || current != round
    }
}
