import Foundation
import Messages
import Reminders
import Simulation
import Store
import Tracking

/// The subscriber of a run: writes down modes, alerts and levels, and holds the expectations against them.
struct Observer: Sendable {
    private(set) var records: [TrackerRecord] = []
    private(set) var reminders: [ReminderRecord] = []
    /// Those of one copy, in the file's order.
    private let reminderNames: [ReminderID]
    private var reminderIndex: [ReminderID: Int] = [:]
    private let topics: Topics
    private let fleet: Int
    /// The trackers, owners and gateways of one copy, in the file's order.
    private let trackerNames: [Name]
    private let ownerNames: [Name]
    private let gatewayNames: [Name]
    private var index: [DeviceID: Int] = [:]
    /// The fixes of each tracker that arrived on the broker, by boot, where that is watched.
    private var arrivals: [DeviceID: [UInt32: SequenceSet]] = [:]
    /// The newest position of each phone that arrived there.
    private var phones: [DeviceID: Timestamp?] = [:]
    private(set) var arrivedFixes = 0
    private(set) var repeatedFixes = 0
    /// The trackers of the file of which an expectation wants to know distances, and positions.
    private var measured: (distances: Set<Name>, positions: Set<Name>) = ([], [])
    /// Milliseconds between two looks.
    private let step: Int64
    /// The moments at which an expectation wants counts, in order.
    private var deadlines: [Int64]
    /// Milliseconds that services may take.
    private let patience: Int64

    /// `patience` is the virtual milliseconds that services may take to say what they have to.
    init(scenario: Scenario, world: World, fleet: Int, patience: Int64 = 0) {
        self.patience = patience
        topics = world.topics
        self.fleet = max(1, fleet)
        trackerNames = scenario.trackers.map(\.id)
        ownerNames = scenario.owners.map(\.id)
        gatewayNames = scenario.gateways.map(\.id)
        reminderNames = scenario.reminders.map(\.id)
        step = scenario.step.milliseconds
        for owner in 0..<world.ownerCount { phones[world.phone(ofOwner: owner).id] = .some(nil) }
        let ends = scenario.expectations.compactMap { $0.until?.milliseconds }
        let late = scenario.expectations.compactMap { Verdict.end(of: $0, patience: patience) }
        deadlines = Set(ends + late).sorted()
        for expectation in scenario.expectations {
            guard case .tracker(let tracker, let claim) = expectation.about else { continue }
            switch claim {
            case .distance: measured.distances.insert(tracker)
            case .position: measured.positions.insert(tracker)
            case .alert, .noAlert, .alerts, .mode, .level, .fixes, .battery: break
            }
        }
        for index in 0..<world.reminderCount {
            let id = world.id(ofReminder: index)
            reminderIndex[id] = index
            reminders.append(ReminderRecord(id: id, title: world.title(ofReminder: index)))
        }
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

    /// The reminders that one of the file stands for: one in each copy.
    func indices(of reminder: ReminderID) -> [Int] {
        guard let first = reminderNames.firstIndex(of: reminder) else { return [] }
        return (0..<fleet).map { $0 * reminderNames.count + first }
    }

    private func name(ofTracker index: Int) -> Name { trackerNames[index % trackerNames.count] }
    func copy(ofTracker index: Int) -> Int { index / max(1, trackerNames.count) }

    /// The owners that a name of the file stands for: one in each copy.
    func owners(of name: Name) -> [Int] { (0..<fleet).compactMap { owner(name, inCopy: $0) } }

    func owner(_ name: Name, inCopy copy: Int) -> Int? {
        ownerNames.firstIndex(of: name).map { copy * ownerNames.count + $0 }
    }

    func isGateway(_ index: Int, named name: Name?) -> Bool {
        gatewayNames[index % max(1, gatewayNames.count)] == name
    }

    func arrived(_ device: DeviceID) -> Int { arrivals[device]?.values.map(\.count).reduce(0, +) ?? 0 }

    mutating func received(_ message: Message, world: World) {
        // What the broker had kept is of an earlier run.
        if message.retained { return }
        switch topics.parse(message) {
        case .alert(let device):
            guard let tracker = index[device], let alert = try? AlertMessage(decoding: message.payload) else { return }
            let distance = world.distance(ofTracker: tracker)
            records[tracker].alerts.append(
                TrackerRecord.Alert(at: world.elapsed, message: alert, trueDistance: distance)
            )
        case .state(let device):
            guard let tracker = index[device], let state = try? message.decoded(as: StateMessage.self) else { return }
            records[tracker].saw(state.level, at: world.elapsed)
            records[tracker].toldPosition = state.position?.coordinate ?? records[tracker].toldPosition
            if !measured.distances.isEmpty, measured.distances.contains(name(ofTracker: tracker)) {
                records[tracker].saw(distance: state.distance, at: world.elapsed)
            }
        case .reminderEvents:
            guard let event = try? ReminderEventMessage(decoding: message.payload),
                let reminder = reminderIndex[ReminderID(owner: event.owner, id: event.reminder)]
            else { return }
            reminders[reminder].events.append(ReminderRecord.Event(at: world.elapsed, message: event))
        case .reminderState(let id):
            guard let reminder = reminderIndex[id],
                let state = try? ReminderStateMessage(decoding: message.payload)
            else { return }
            reminders[reminder].saw(state.status, at: world.elapsed)
        case .location(let device):
            guard let location = try? message.decoded(as: LocationMessage.self),
                let isNew = arrived(location, from: device)
            else { return }
            if isNew { arrivedFixes += 1 } else { repeatedFixes += 1 }
        default: return
        }
    }

    /// Whether a position arrived for the first time; nil when it is nobody's of this run.
    private mutating func arrived(_ location: LocationMessage, from device: DeviceID) -> Bool? {
        if let last = phones[device] {
            phones[device] = location.fix.time
            return last != location.fix.time
        }
        guard index[device] != nil, let mark = location.mark else { return nil }
        return arrivals[device, default: [:]][mark.boot, default: SequenceSet()].insert(mark.sequence)
    }

    mutating func endStep(_ world: World, fixes: (DeviceID) throws -> Int) rethrows {
        for tracker in records.indices {
            if world.elapsed == 0 { records[tracker].batteryStart = world.battery(ofTracker: tracker) }
            // A tag of another make has no modes.
            guard world.kind(ofTracker: tracker) == nil else { continue }
            let mode = world.mode(ofTracker: tracker)
            records[tracker].saw(mode, at: world.elapsed, distance: world.distance(ofTracker: tracker))
            guard !measured.positions.isEmpty, measured.positions.contains(name(ofTracker: tracker)) else { continue }
            records[tracker].saw(truth: world.truth(ofTracker: tracker).position, at: world.elapsed)
        }
        // The last step that is not beyond it counts.
        while let deadline = deadlines.first, deadline < world.elapsed + step {
            deadlines.removeFirst()
            for tracker in records.indices {
                records[tracker].fixesAt[deadline] = try fixes(records[tracker].id)
                records[tracker].batteryAt[deadline] = world.battery(ofTracker: tracker)
            }
        }
    }

    func report(
        _ scenario: Scenario,
        _ world: World,
        messages: RunReport.Messages,
        fixes: (DeviceID) throws -> Int,
        wallSeconds: Double
    ) rethrows -> RunReport {
        var finished = records
        for tracker in finished.indices {
            let truth = world.truth(ofTracker: tracker)
            finished[tracker].batteryEnd = truth.battery
            finished[tracker].energy = truth.energy
            finished[tracker].batteryLife = truth.batteryLife
            finished[tracker].fixes = try fixes(truth.id)
        }
        let verdicts = scenario.expectations.flatMap { expectation in
            switch expectation.about {
            case .tracker(let tracker, let claim):
                indices(of: tracker).map { tracker in
                    let record = finished[tracker]
                    return Verdict(expectation, claim, record, named: record.id.device.text, patience: patience)
                }
            case .reminder(let reminder, let claim):
                indices(of: reminder).map { Verdict(expectation, claim, reminders[$0], patience: patience) }
            }
        }
        return RunReport(
            scenario: scenario.name,
            seed: scenario.seed,
            simulatedSeconds: scenario.duration.inSeconds,
            wallSeconds: wallSeconds,
            messages: messages,
            trackers: finished.map(RunReport.Tracker.init),
            reminders: reminders.map(RunReport.Reminder.init),
            expectations: verdicts,
            passed: verdicts.allSatisfy(\.passed)
        )
    }
}
