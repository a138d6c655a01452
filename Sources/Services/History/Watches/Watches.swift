import Alerts
import Messages
import Tracking

/// The watch over every item: the trackers that are known, their owners, and the gateways that hear them.
struct Watches: Sendable {
    let configuration: HistoryConfiguration
    var owners: Owners
    var gateways: Gateways
    /// In the order in which they were first heard of.
    private(set) var trackers: [TrackerState] = []
    private var indices: [DeviceID: Int] = [:]
    private var ofOwner: [Name: [Int]] = [:]
    /// The trackers that the running batch has changed something of.
    private(set) var touched: [Int] = []
    /// How many trackers have a name.
    private var namesakes: [Name: Int] = [:]

    init(_ configuration: HistoryConfiguration, gateways: Gateways? = nil) {
        self.configuration = configuration
        owners = Owners(households: configuration.households)
        self.gateways = gateways ?? Gateways(households: configuration.households)
    }

    func index(of device: DeviceID) -> Int? { indices[device] }

    func trackers(of owner: Name) -> [Int] { ofOwner[owner] ?? [] }

    subscript(index: Int) -> TrackerState {
        get { trackers[index] }
        // In place: a copy of a tracker brings copies of its ways.
        _modify { yield &trackers[index] }
    }

    /// Has the end of the batch see to a tracker.
    mutating func touch(_ index: Int) {
        if trackers[index].isTouched { return }
        trackers[index].isTouched = true
        touched.append(index)
    }

    /// The batch has seen to all of them.
    mutating func endTouching() { touched.removeAll(keepingCapacity: true) }

    /// The index of a tracker, which is made when it is new.
    mutating func tracker(_ device: DeviceID, _ batch: inout Batch) -> Int {
        if let index = indices[device] { return index }
        var watch = ItemWatch(device: device, thresholds: configuration.thresholds)
        watch.localTime = configuration.localTime
        let scale = owners.scale(of: device.owner)
        batch.answer(add(TrackerState(watch: watch, item: device.device.text, scale: scale)))
        return trackers.count - 1
    }

    mutating func add(_ tracker: TrackerState) -> [Message] {
        let device = tracker.watch.device
        trackers.append(tracker)
        indices[device] = trackers.count - 1
        let messages = countNamesake(device.device, by: 1)
        ofOwner[device.owner, default: []].append(trackers.count - 1)
        return messages
    }

    /// Forgets a tracker; the index that it had, or nil for one that nobody knows.
    mutating func remove(_ device: DeviceID, _ batch: inout Batch) -> Int? {
        guard let index = indices.removeValue(forKey: device) else { return nil }
        if configuration.homeAssistant {
            let topic = configuration.topics.homeAssistantConfig(device, hasNamesake: hasNamesake(device))
            batch.answer(.emptied(topic))
        }
        trackers.remove(at: index)
        func moved(_ number: Int) -> Int { number > index ? number - 1 : number }
        indices = indices.mapValues(moved)
        touched = touched.filter { $0 != index }.map(moved)
        ofOwner = ofOwner.mapValues { $0.filter { $0 != index }.map(moved) }
        batch.answer(countNamesake(device.device, by: -1))
        return index
    }

    mutating func remove(_ owner: Name) {
        ofOwner[owner] = nil
        owners.remove(owner)
    }

    /// Whether another owner has a tracker of that name.
    func hasNamesake(_ device: DeviceID) -> Bool { namesakes[device.device, default: 0] > 1 }

    /// Whether nobody has a tracker of that name.
    func isFree(_ name: Name) -> Bool { namesakes[name] == nil }

    /// A tracker of this name has come, or gone: where two owners have one, Home Assistant is told of each under another
    /// topic.
    private mutating func countNamesake(_ name: Name, by change: Int) -> [Message] {
        let before = namesakes[name, default: 0]
        namesakes[name] = before + change == 0 ? nil : before + change
        guard configuration.homeAssistant, (before > 1) != (before + change > 1) else { return [] }
        return trackers.indices.filter { trackers[$0].watch.device.device == name }.map { index in
            touch(index)
            let device = trackers[index].watch.device
            return .emptied(configuration.topics.homeAssistantConfig(device, hasNamesake: before > 1))
        }
    }
}
