import Alerts
import CivilTime
import Messages
import Reminders
import Store
import Tracking

/// The reminders of all owners: which there are, and what is to be told of them.
///
/// A value that is told of what batches change; what follows is written into the same batch.
struct Reminding: Sendable {
    let configuration: HistoryConfiguration
    var engine: ReminderEngine
    /// What the broker has not given back yet, in the order of publishing: definitions, or that there is none any more.
    var unpublished: [ReminderID: [[UInt8]]] = [:]
    /// How much was told of an owner's since what is kept of it was counted, or since the start.
    var toldSince: [Name: Int] = [:]
    /// Whose definitions the broker keeps, as far as it has been heard since it had lost its memory; nil where it has not.
    var heard: Set<ReminderID>?
    /// Read from the store, and not taken up before it is known what time it is.
    private var read: [ReminderRow] = []
    /// The things that were last found not to be with their owners.
    private var away: Set<DeviceID> = []
    /// The owners whose places may have become others.
    private var stalePlaces: Set<Name> = []
    /// Whether what is needed from elsewhere is to be told anew.
    private var owesNeeds = true
    /// What Home Assistant is told of; nil where it is told nothing.
    var announcer: ReminderAnnouncer?
    /// Whether what the broker keeps for Home Assistant has been heard to its end.
    var mayAnnounce = false

    init(_ configuration: HistoryConfiguration) {
        self.configuration = configuration
        engine = ReminderEngine(zone: configuration.zone, zones: configuration.zones)
        if configuration.homeAssistant {
            announcer = ReminderAnnouncer(configuration.topics, version: configuration.version)
        }
        // Until the first connection has brought what was sent meanwhile.
        engine.hold()
    }

    var topics: Topics { configuration.topics }

    /// Whether there is nothing to see to.
    var isIdle: Bool { engine.isEmpty && read.isEmpty && !engine.hasChanges && !engine.hasTrials }

    /// Whether time alone has brought something to see to.
    mutating func isDue(at now: Timestamp) -> Bool {
        if engine.isHeld { return false }
        return !read.isEmpty || engine.next().map { $0 <= now } ?? false
    }

    /// Reads from the store what there was before.
    mutating func load(from store: Store, of owners: Set<Name>?) throws {
        // What the broker keeps it says but once.
        let (announcer, mayAnnounce, isHeld) = (announcer, mayAnnounce, engine.isHeld)
        self = Reminding(configuration)
        (self.announcer, self.mayAnnounce) = (announcer, mayAnnounce)
        if !isHeld { engine.release(at: Timestamp(milliseconds: .min)) }
        read = try store.reminders().filter { owners?.contains($0.owner) ?? true }
    }

    /// Takes over the reminders of an owner who has come from another partition.
    mutating func arrive(_ rows: [ReminderRow]) { read += rows }

    /// Lets go of an owner's, as another partition has them now.
    mutating func leave(_ owner: Name) {
        engine.remove(owner)
        unpublished = unpublished.filter { $0.key.owner != owner }
        toldSince[owner] = nil
        away = away.filter { $0.owner != owner }
        read.removeAll { $0.owner == owner }
    }

    /// The places of an owner may be others now.
    mutating func forgetPlaces(of owner: Name) {
        if engine.concerns(owner) { stalePlaces.insert(owner) }
    }

    /// Brings up to date what is known of owners and things that a batch was about.
    mutating func follow(_ watches: inout Watches, at now: Timestamp) {
        takeUp(watches, at: now)
        for owner in stalePlaces { engine.know(watches.places(of: owner), of: owner, at: now) }
        stalePlaces = []
        // Things first: that somebody leaves without one is known when they leave.
        for index in watches.touched { followThing(index, watches, at: now) }
        for (owner, way) in watches.takeMoved() where engine.concerns(owner) {
            // What nothing was heard of for long is not known to be with its owner, wherever that one goes.
            for index in watches.trackers(of: owner) { followThing(index, watches, at: now) }
            engine.moved(owner, along: way, at: now)
        }
        engine.tick(at: now)
    }

    private mutating func followThing(_ index: Int, _ watches: Watches, at now: Timestamp) {
        let device = watches.trackers[index].watch.device
        if engine.concerns(device) { engine.know(thing(index, watches, at: now), device, at: now) }
    }

    /// What is known of a thing.
    ///
    /// One that was away is so until it is more likely than not that it is with its owner: else it would be back, and away
    /// again, with each position of either.
    private mutating func thing(_ index: Int, _ watches: Watches, at now: Timestamp) -> Thing {
        let watch = watches.trackers[index].watch
        var thing = watches.thing(index, at: now)
        if thing.isWithOwner == true, away.contains(watch.device), watch.isProbablyAway { thing.isWithOwner = false }
        switch thing.isWithOwner {
        case false?: away.insert(watch.device)
        case true?: away.remove(watch.device)
        case nil: break
        }
        return thing
    }

    /// Begins to follow what the store had.
    mutating func takeUp(_ watches: Watches, at now: Timestamp) {
        guard !read.isEmpty else { return }
        let rows = read
        read = []
        for row in rows {
            let id = ReminderID(owner: row.owner, id: row.id)
            if !row.isPublished { unpublished[id] = [row.payload] }
            guard let message = try? ReminderMessage(decoding: row.payload) else { continue }
            let state = (try? ReminderStateMessage(decoding: row.state))?.state
            begin(message.reminder(row.id, at: row.updated), of: row.owner, state, watches, at: now)
        }
    }

    /// Begins to follow a reminder, or goes on with what has become of one.
    mutating func begin(
        _ reminder: Reminder, of owner: Name, _ state: ReminderState?, _ watches: Watches, at now: Timestamp
    ) {
        if !engine.concerns(owner) {
            engine.know(watches.places(of: owner), of: owner, at: now)
            followOwner(owner, watches, at: now)
        }
        if let thing = reminder.conditions.thing?.thing {
            let device = DeviceID(owner: owner, device: thing)
            let known = watches.index(of: device).map { self.thing($0, watches, at: now) }
            engine.know(known, device, at: now)
        }
        engine.put(reminder, of: owner, state: state, at: now)
    }

    /// Begins with where an owner is.
    mutating func followOwner(_ owner: Name, _ watches: Watches, at now: Timestamp) {
        guard let last = watches.owners.position(of: owner) else { return }
        engine.moved(owner, to: Whereabouts(last.coordinate, sigma: last.sigma, time: last.time), at: now)
    }

    /// A session stands: nothing is told before what the broker has for it has been heard.
    mutating func connect(_ watches: Watches, resumed: Bool, at now: Timestamp) -> [Message] {
        takeUp(watches, at: now)
        engine.hold()
        announcer?.hold()
        mayAnnounce = false
        heard = resumed ? nil : []
        return unsaid()
    }

    /// What has to be found out elsewhere, where that has become other than it was said last.
    mutating func takeNeeds() -> Set<Need>? {
        guard engine.takeNeedsChanged() || owesNeeds else { return nil }
        owesNeeds = false
        return Set(engine.needs)
    }
}

extension Watches {
    /// The places of an owner by their names: where their items may stay behind.
    func places(of owner: Name) -> [ItemName: [Area]] {
        var places: [ItemName: [Area]] = [:]
        for index in trackers(of: owner) {
            for place in trackers[index].watch.rules.places where places[place.name]?.contains(place.area) != true {
                places[place.name, default: []].append(place.area)
            }
        }
        return places
    }

    /// What reminders know of a thing.
    func thing(_ index: Int, at now: Timestamp) -> Thing {
        let tracker = trackers[index]
        return Thing(
            isWithOwner: tracker.watch.isWithOwner(at: now),
            isLeftBehind: tracker.watch.episode != nil,
            whereabouts: tracker.watch.lastFix.map { Whereabouts($0.coordinate, sigma: $0.sigma, time: $0.time) },
            battery: tracker.battery
        )
    }
}

extension ScaledWatch {
    /// Whether it is as likely as not, or more, that the item is farther from its owner than the distance of a warning.
    fileprivate var isProbablyAway: Bool {
        posterior.map { $0.probability(beyond: thresholds.warning) >= 0.5 } ?? false
    }

    /// Whether the item is with its owner; nil where that is not known.
    ///
    /// The level alone does not tell: in a trusted place it does not rise.
    fileprivate func isWithOwner(at now: Timestamp) -> Bool? {
        let level = level(at: now)
        guard level != .unknown, let posterior else { return nil }
        let beyond = posterior.probability(beyond: thresholds.warning)
        if beyond >= PlaceCondition.sure { return false }
        if beyond <= 1 - PlaceCondition.sure { return true }
        return staying == nil ? level == .near : nil
    }
}
