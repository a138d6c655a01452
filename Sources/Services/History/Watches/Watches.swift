import Alerts
import Messages
import Reminders
import Tracking

/// The watch over every item: the trackers that are known, their owners, and the gateways that hear them.
struct Watches: Sendable {
    let configuration: HistoryConfiguration
    var owners: Owners
    var gateways: Gateways
    /// In the order in which they were first heard of.
    private(set) var trackers = ChunkedArray<TrackerState>()
    private var indices: [DeviceID: Int] = [:]
    private var ofOwner: [Name: [Int]] = [:]
    /// The trackers that the running batch has changed something of.
    private(set) var touched: [Int] = []
    /// The ways of owners since somebody asked.
    private var moved: [Name: [Whereabouts]] = [:]
    /// Whether somebody will.
    var notesMoves = false
    var announcer: HomeAssistantAnnouncer
    var choices = ItemChoices()
    var pace = Pace()

    init(_ configuration: HistoryConfiguration, gateways: Gateways? = nil) {
        self.configuration = configuration
        announcer = HomeAssistantAnnouncer(configuration)
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

    /// Notes that an owner has moved.
    mutating func noteMoved(_ owner: Name) {
        guard notesMoves, let last = owners.position(of: owner) else { return }
        moved[owner, default: []].append(Whereabouts(last.coordinate, sigma: last.sigma, time: last.time))
    }

    /// The ways of owners since that was asked last.
    mutating func takeMoved() -> [Name: [Whereabouts]] {
        defer { moved.removeAll(keepingCapacity: true) }
        return moved
    }

    /// The batch has seen to all of them.
    mutating func endTouching() { touched.removeAll(keepingCapacity: true) }

    /// Lets go of the memory of a batch that has ended.
    mutating func rest() {
        if touched.isEmpty { touched = [] }
    }

    /// The index of a tracker, which is made when it is new.
    mutating func tracker(_ device: DeviceID, _ batch: inout Batch) -> Int {
        if let index = indices[device] { return index }
        var watch = ItemWatch(device: device, thresholds: configuration.thresholds)
        watch.localTime = configuration.localTime
        let scale = owners.scale(of: device.owner)
        add(TrackerState(watch: watch, item: device.device.ownTracks, scale: scale))
        return trackers.count - 1
    }

    mutating func add(_ tracker: TrackerState) {
        let device = tracker.watch.device
        trackers.append(tracker)
        indices[device] = trackers.count - 1
        ofOwner[device.owner, default: []].append(trackers.count - 1)
    }

    /// Whether a device was taken off the items, and nothing has made it one since.
    func isTakenOff(_ device: DeviceID) -> Bool { choices.takenOff.contains(device) && indices[device] == nil }

    /// The devices that were taken off the items, and are none still.
    var itemsTakenOff: [DeviceID] { choices.takenOff.filter { indices[$0] == nil }.sorted() }

    /// Has an item be called otherwise.
    mutating func rename(_ index: Int, to name: ItemName) {
        trackers[index].item = name.text
        touch(index)
    }

    /// Forgets a tracker; the index that it had, or nil for one that nobody knows.
    mutating func remove(_ device: DeviceID) -> Int? {
        announcer.photos[device] = nil
        guard let index = indices.removeValue(forKey: device) else { return nil }
        trackers.remove(at: index)
        func moved(_ number: Int) -> Int { number > index ? number - 1 : number }
        indices = indices.mapValues(moved)
        touched = touched.filter { $0 != index }.map(moved)
        ofOwner = ofOwner.mapValues { $0.filter { $0 != index }.map(moved) }
        return index
    }

    mutating func remove(_ owner: Name) {
        ofOwner[owner] = nil
        owners.remove(owner)
    }
}
