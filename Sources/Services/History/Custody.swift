import Messages
import Store
import Tracking

/// The owners whose messages a service stores beside others that store the rest, and how new ones come to it.
///
/// What the session was not subscribed to when it came lies with the others' strays. They are taken in when a marker has
/// come back that was published behind the subscriptions: from then on nothing can pass the session by, and what came
/// both ways is the same twice.
struct Custody: Sendable {
    private let share: HistoryShare
    private let topics: Topics
    private(set) var owners: Set<Name> = []
    /// Those of whom it is not known that the session gets what comes of them.
    private var unsure: Set<Name> = []
    private var markers: Markers
    /// Owners of other partitions of whom something came over this session, as before a household was changed.
    private var left: Set<Name> = []
    /// When one was published last, and how long the last that came back was under way, in milliseconds.
    private var lastSent: Timestamp?
    private var lastLag: Int64?

    /// Milliseconds between two markers that only measure how long they take.
    private static let every: Int64 = 5000

    init(_ share: HistoryShare, _ configuration: HistoryConfiguration) {
        (self.share, topics) = (share, configuration.topics)
        markers = Markers(on: configuration.fence, named: configuration.clientID)
    }

    mutating func load(from store: Store) throws {
        let rows = try store.owners(of: share.partition)
        owners = Set(rows.map(\.owner))
        unsure = Set(rows.filter { !$0.isSubscribed }.map(\.owner))
    }

    /// A session stands that is subscribed to all of them; markers that were under way may be lost.
    mutating func begin(at now: Timestamp) -> Message {
        markers.forget()
        return mark(unsure.sorted { $0.text < $1.text }, at: now)
    }

    /// The marker to be published behind the subscriptions of some owners.
    mutating func mark(_ owners: [Name], at now: Timestamp) -> Message {
        lastSent = now
        return markers.next(owners, at: now)
    }

    /// One that measures, when it is time for that.
    mutating func measure(at now: Timestamp) -> [Message] {
        guard markers.first == nil, lastSent.map({ now.isApart(Self.every, from: $0) }) ?? false else { return [] }
        return [mark([], at: now)]
    }

    /// Adds those of some owners who are new.
    mutating func add(_ some: [Name]) {
        unsure.formUnion(Set(some).subtracting(owners))
        owners.formUnion(some)
    }

    /// The owners whose subscriptions are in force, as their marker has come back.
    mutating func cameBack(_ payload: [UInt8], at now: Timestamp) -> [Name] {
        let back = markers.cameBack(payload)
        guard let last = back.last else { return [] }
        lastLag = max(0, last.sent.duration(to: now).milliseconds)
        let owners = back.flatMap(\.owners)
        unsure.subtract(owners)
        return owners
    }

    /// Whether the session is known to get what comes of an owner.
    func isSure(of owner: Name) -> Bool { owners.contains(owner) && !unsure.contains(owner) }

    /// Those of whom that is not known, and no marker is under way.
    func unmarked(_ some: [Name]) -> [Name] {
        let marked = markers.owners
        return some.filter { unsure.contains($0) && !marked.contains($0) }
    }

    /// How long a message takes from its publisher through the session, in milliseconds; nil before that is known.
    func lag(at now: Timestamp) -> Int64? {
        let waiting = markers.first.map { max(0, $0.sent.duration(to: now).milliseconds) }
        guard let lastLag else { return waiting }
        return max(lastLag, waiting ?? 0)
    }

    /// Notes that something came of an owner of another partition.
    mutating func noteLeft(_ owner: Name, to partition: Int) {
        // One of this partition, who is about to be adopted, is to be subscribed.
        if partition != share.partition { left.insert(owner) }
    }

    /// The owners of whom nothing more is to come over this session.
    mutating func takeLeft() -> Set<Name> {
        defer { left = [] }
        return left
    }

    /// The owner of a message who is in another partition, and that one; nil for all that is to be stored here.
    func otherOwner(of message: Message) -> (owner: Name, partition: Int)? {
        let topic = topics.parse(message)
        let owner: Name? =
            switch topic {
            case .alert(let device): device.owner
            case .guarded(let owner): owner
            default: topic?.device?.owner
            }
        guard let owner, !owners.contains(owner) else { return nil }
        return (owner, share.partitioning.partition(of: owner))
    }
}

extension HistoryParts {
    /// Leaves a message to the partition of its owner; false when it is for this one, or nobody's.
    mutating func leave(_ message: Message, _ batch: inout Batch) throws -> Bool {
        guard let other = custody?.otherOwner(of: message) else { return false }
        custody?.noteLeft(other.owner, to: other.partition)
        try batch.transaction.addOwner(other.owner, to: other.partition)
        try batch.transaction.leave(StrayRow(message, of: other.owner, at: batch.now))
        return true
    }

    /// Takes in what has come of owners before their subscriptions were in force.
    mutating func takeIn(_ owners: [Name], _ batch: inout Batch) throws {
        for owner in owners {
            try batch.transaction.setSubscribed(owner)
            for stray in try batch.transaction.takeStrays(of: owner) {
                try receive(
                    Message(topic: stray.topic, payload: stray.payload, retained: stray.retained), &batch
                )
            }
        }
    }
}

extension StrayRow {
    /// A message that is left to the partition of its owner.
    init(_ message: Message, of owner: Name, at now: Timestamp) {
        self.init(
            owner: owner, received: now, topic: message.topic, payload: message.payload, retained: message.retained
        )
    }
}

extension HistoryCore {
    /// What the service subscribes to.
    var session: BusSession {
        guard let custody = parts.custody else { return configuration.session }
        return configuration.session(of: custody.owners.sorted { $0.text < $1.text })
    }

    /// The subscriptions that the session has of owners who are another partition's.
    mutating func takeUnwanted() -> [String] {
        (parts.custody?.takeLeft() ?? []).flatMap(configuration.subscriptions).map(\.filter)
    }

    /// Goes on with owners who are new in the partition, or of whom something was left by others.
    ///
    /// Answers with what is to be subscribed for the new ones, and what is to be published behind that.
    ///
    /// - Throws: ``StoreError``.
    mutating func adopt(
        _ owners: [Name], at now: Timestamp
    ) throws -> (subscriptions: [BusSession.Subscription], messages: [Message]) {
        parts.custody?.add(owners)
        let known = owners.filter { parts.custody?.isSure(of: $0) ?? false }
        var messages: [Message] = []
        if !known.isEmpty {
            messages = try commit(at: now) { parts, batch in
                try parts.takeIn(known, &batch)
                try parts.positions.handOn(to: &parts.watches, &batch)
            }
        }
        // The new ones, and those of before whose batch could not be stored when their marker came back, or who were read
        // from the store after a failure, and are not subscribed for that.
        let unsure = parts.custody?.unmarked(owners) ?? []
        if !unsure.isEmpty, let marker = parts.custody?.mark(unsure, at: now) { messages.append(marker) }
        return (unsure.flatMap(configuration.subscriptions), messages)
    }
}
