import Foundation
import Messages
import Simulation
import Store
import Tracking

/// The subscriber of a run: writes down modes, alerts and levels, and holds the expectations against them.
struct Observer: Sendable {
    private(set) var records: [TrackerRecord] = []
    private let topics: Topics
    private let fleet: Int
    /// The trackers, owners and gateways of one copy, in the file's order.
    private let trackerNames: [Name]
    private let ownerNames: [Name]
    private let gatewayNames: [Name]
    private var index: [DeviceID: Int] = [:]
    /// The moments at which an expectation wants counts, in order.
    private var deadlines: [Int64]

    init(scenario: Scenario, world: World, fleet: Int) {
        topics = world.topics
        self.fleet = max(1, fleet)
        trackerNames = scenario.trackers.map(\.id)
        ownerNames = scenario.owners.map(\.id)
        gatewayNames = scenario.gateways.map(\.id)
        deadlines = Set(scenario.expectations.compactMap { $0.until?.milliseconds }).sorted()
        for tracker in 0..<world.trackerCount {
            let truth = world.truth(ofTracker: tracker)
            index[truth.id] = tracker
            records.append(TrackerRecord(id: truth.id, item: truth.item))
        }
    }

    /// The trackers that a name of the file stands for: one in each copy.
    func indices(of name: Name) -> [Int] {
        guard let first = trackerNames.firstIndex(of: name) else { return [] }
        return (0..<fleet).map { $0 * trackerNames.count + first }
    }

    func copy(ofTracker index: Int) -> Int { index / max(1, trackerNames.count) }

    func owner(_ name: Name, inCopy copy: Int) -> Int? {
        ownerNames.firstIndex(of: name).map { copy * ownerNames.count + $0 }
    }

    func isGateway(_ index: Int, named name: Name?) -> Bool {
        gatewayNames[index % max(1, gatewayNames.count)] == name
    }

    mutating func received(_ message: Message, world: World) {
        switch topics.parse(message.topic) {
        case .alert(let device):
            guard let tracker = index[device], let alert = try? AlertMessage(decoding: message.payload) else { return }
            let distance = world.mode(ofTracker: tracker).distance
            records[tracker].alerts.append(
                TrackerRecord.Alert(at: world.elapsed, message: alert, trueDistance: distance)
            )
        case .state(let device):
            guard let tracker = index[device], let state = try? StateMessage(decoding: message.payload) else { return }
            records[tracker].saw(state.level, at: world.elapsed)
        default:
            return
        }
    }

    /// Looks at the truth once a step is over.
    mutating func endStep(_ world: World, store: Store) {
        for tracker in records.indices {
            let (mode, distance) = world.mode(ofTracker: tracker)
            if records[tracker].modes.isEmpty { records[tracker].batteryStart = world.battery(ofTracker: tracker) }
            records[tracker].saw(mode, at: world.elapsed, distance: distance)
        }
        while let deadline = deadlines.first, deadline <= world.elapsed {
            deadlines.removeFirst()
            for tracker in records.indices {
                records[tracker].fixesAt[deadline] = (try? store.fixCount(of: records[tracker].id)) ?? 0
                records[tracker].batteryAt[deadline] = world.battery(ofTracker: tracker)
            }
        }
    }

    func report(
        scenario: Scenario,
        world: World,
        broker: MemoryBroker,
        store: Store,
        wallSeconds: Double
    ) throws -> RunReport {
        let counters = try store.counters()
        var finished = records
        for tracker in finished.indices {
            let truth = world.truth(ofTracker: tracker)
            finished[tracker].batteryEnd = truth.battery
            finished[tracker].energy = truth.energy
            finished[tracker].fixes = try store.fixCount(of: truth.id)
        }
        let verdicts = verdicts(of: scenario.expectations, finished)
        let quarantined = counters.filter { $0.key.name.hasPrefix("quarantined.") }.map(\.value).reduce(0, +)
        return RunReport(
            scenario: scenario.name,
            seed: scenario.seed,
            simulatedSeconds: scenario.duration.inSeconds,
            wallSeconds: wallSeconds,
            messages: RunReport.Messages(
                published: broker.published,
                bytes: broker.bytes,
                stored: counters[.stored] ?? 0,
                duplicates: counters[.duplicates] ?? 0,
                quarantined: quarantined
            ),
            trackers: finished.map(RunReport.Tracker.init),
            expectations: verdicts,
            passed: verdicts.allSatisfy(\.passed)
        )
    }

    private func verdicts(
        of expectations: [Scenario.Expectation],
        _ records: [TrackerRecord]
    ) -> [RunReport.Expectation] {
        expectations.flatMap { expectation in
            indices(of: expectation.tracker).map { tracker in
                let verdict = Verdict(expectation, records[tracker], named: records[tracker].id.device.text)
                return RunReport.Expectation(
                    line: verdict.line,
                    passed: verdict.passed,
                    text: verdict.text,
                    observed: verdict.observed
                )
            }
        }
    }
}
