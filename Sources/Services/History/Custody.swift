import Messages
import Reminders
import Store
import Tracking

/// The owners whose messages a service stores beside others that store the rest, and how new ones come to it.
///
/// What the session was not subscribed to when it came lies with the others' strays. They are taken in when a marker has
/// come back that was published behind the subscriptions: from then on nothing can pass the session by, and what came
/// both ways is the same twice.
///
/// An owner who comes from another partition is *arriving* here and *departing* there. Whatever comes of him over either
/// session is left for later, until he is subscribed here and a marker has come back there that was published after that:
/// then everything older has been left, is taken in first, and he is one of those here.
struct Custody: Sendable {
    private let share: HistoryShare
    private let topics: Topics
    private(set) var owners: Set<Name> = []
    /// Those of whom it is not known that the session gets what comes of them.
    private var unsure: Set<Name> = []
    /// Those of whom another session may still have something that is older.
    private var arriving: Set<Name> = []
    /// Those of another partition now of whom this session may still have something that is of use to that.
    private(set) var departing: Set<Name> = []
    private var markers: Markers
    /// Owners of other partitions of whom nothing more is to come over this session.
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
        owners = Set(rows.map(\.place.owner))
        unsure = Set(rows.filter { !$0.place.isSubscribed }.map(\.place.owner))
        arriving = Set(rows.filter(\.isArriving).map(\.place.owner))
        departing = Set(try store.departing(from: share.partition))
    }

    /// The number of the partition.
    var partition: Int { share.partition }

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

    /// The owners whose subscriptions are in force, as their marker has come back, and those of whom nothing more is in
    /// the session that is of use.
    mutating func cameBack(_ payload: [UInt8], at now: Timestamp) -> (subscribed: [Name], drained: [Name]) {
        let back = markers.cameBack(payload)
        guard let last = back.last else { return ([], []) }
        lastLag = max(0, last.sent.duration(to: now).milliseconds)
        let marked = back.flatMap(\.owners)
        let drained = marked.filter(departing.contains)
        departing.subtract(drained)
        left.formUnion(drained)
        unsure.subtract(marked)
        return (marked.filter(owners.contains), drained)
    }

    /// The marker behind which nothing of use comes of some departing owners, who are subscribed elsewhere by now.
    mutating func release(_ some: [Name], at now: Timestamp) -> Message? {
        let marked = markers.owners
        let unmarked = some.filter { departing.contains($0) && !marked.contains($0) }
        return unmarked.isEmpty ? nil : mark(unmarked, at: now)
    }

    /// Whether what comes of an owner waits until what is older is there.
    func isArriving(_ owner: Name) -> Bool { !arriving.isEmpty && arriving.contains(owner) }

    var awaitsOlder: Bool { !arriving.isEmpty }

    mutating func setArrived(_ some: [Name]) { arriving.subtract(some) }

    /// Those of whom older messages are to come.
    var awaited: Set<Name> { arriving }

    /// Whether a message of an owner is of no use, as the session of the former partition has it in its order: that one
    /// is subscribed until this one is known to be, and this one may have older ones, of an earlier time here.
    func isCoveredElsewhere(_ owner: Name) -> Bool { isArriving(owner) && unsure.contains(owner) }

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

    /// Notes that nothing more of an owner of another partition is to come over this session.
    mutating func noteLeft(_ owner: Name) { left.insert(owner) }

    /// The owners of whom nothing more is to come over this session.
    mutating func takeLeft() -> Set<Name> {
        defer { left = [] }
        return left
    }

    /// The owner of a message that is not to be stored now; nil for all that is.
    func owner(toLeave message: Message) -> Name? {
        let topic = topics.parse(message)
        let owner: Name? =
            switch topic {
            case .alert(let device): device.owner
            case .guarded(let owner), .reminderEvents(let owner): owner
            case .reminder(let id), .reminderSet(let id): id.owner
            default: topic?.device?.owner
            }
        guard let owner else { return nil }
        return owners.contains(owner) && !isArriving(owner) ? nil : owner
    }

    /// The partition of an owner whom nobody knows yet.
    func partition(of owner: Name) -> Int { share.partitioning.partition(of: owner) }
}

extension HistoryParts {
    /// Leaves a message to the partition of its owner, or to later; false when it is for this one, or nobody's.
    mutating func leave(_ message: Message, _ batch: inout Batch) throws -> Bool {
        // Not out of a copy: most messages end here.
        guard let owner = custody?.owner(toLeave: message), let custody else { return false }
        if custody.isCoveredElsewhere(owner) { return true }
        if !custody.isArriving(owner), !custody.departing.contains(owner) {
            if let place = try batch.transaction.place(of: owner) {
                if place.partition != custody.partition, place.isSettled {
                    self.custody?.noteLeft(owner)
                    return true
                }
            } else {
                try batch.transaction.addOwner(owner, to: custody.partition(of: owner))
            }
        }
        try batch.transaction.leave(StrayRow(message, of: owner, at: batch.now), from: custody.partition)
        return true
    }

    /// Goes on with owners of whom a marker has told that this session has all, or nothing of use any more.
    mutating func settle(_ back: (subscribed: [Name], drained: [Name]), _ batch: inout Batch) throws {
        for owner in back.subscribed { try batch.transaction.setSubscribed(owner) }
        try takeIn(back.subscribed, &batch)
        guard let partition = custody?.partition else { return }
        for owner in back.drained { try batch.transaction.setDrained(owner, from: partition) }
    }

    /// Takes in what has come of owners before they were all here.
    mutating func takeIn(_ owners: [Name], _ batch: inout Batch) throws {
        for owner in owners {
            guard custody?.isArriving(owner) == true else {
                try takeStrays(of: [owner], &batch)
                continue
            }
            // What one of a household does counts for the others.
            let members = [owner] + configuration.households.members(with: owner)
            let group = members.filter { custody?.isArriving($0) == true }
            // What a look at the board said may have been found a moment before one was marked.
            guard try group.allSatisfy({ try batch.transaction.place(of: $0)?.isSettled == true }) else { continue }
            custody?.setArrived(group)
            for owner in group {
                try batch.transaction.setArrived(owner)
                // What comes back below takes its message out of it.
                batch.outbox.resume(try batch.transaction.pendingOutbox(of: owner)) {
                    $0.hasPrefix(configuration.topics.positions + "/")
                }
                batch.outbox.resume(try batch.transaction.unsentReminderEvents(of: owner), on: configuration.topics)
                reminding.arrive(try batch.transaction.reminders(of: owner))
            }
            try takeStrays(of: group, &batch)
            positions.awaited = custody?.awaited ?? []
            try haveArrived(Set(group), &batch)
        }
    }

    private mutating func takeStrays(of owners: [Name], _ batch: inout Batch) throws {
        for stray in try batch.transaction.takeStrays(of: owners, in: custody?.partition) {
            let message = Message(topic: stray.topic, payload: stray.payload, retained: stray.retained)
            if try !batch.postCameBack(message) { try receive(message, &batch) }
        }
    }

    /// Does for owners what was left out when the others' fence came back, and what gateways did meanwhile.
    private mutating func haveArrived(_ owners: Set<Name>, _ batch: inout Batch) throws {
        if positions.hasRun { try positions.handOn(to: &watches, &batch) }
        if batch.outbox.isOpen { try settleKept(&batch) { owners.contains($0.owner) } }
        try watches.retireKept(ofOfflineIn: owners, &batch)
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

/// Not all of an owner is here yet: he is new in the partition, or on the way to it.
struct OwnerOnTheWay: Error {}

extension HistoryCore {
    /// Whether all that there is of an owner is here, so that what is changed or posted now comes behind it.
    ///
    /// - Throws: ``OwnerOnTheWay``, also where a phone's positions would be taken for strays.
    func expectAll(of owner: Name) throws(OwnerOnTheWay) {
        guard let custody = parts.custody else { return }
        if custody.isArriving(owner) || !custody.isSure(of: owner) { throw OwnerOnTheWay() }
    }

    /// What the service subscribes to.
    var session: BusSession {
        guard let custody = parts.custody else { return configuration.session }
        let owners = custody.owners.union(custody.departing).sorted { $0.text < $1.text }
        return configuration.session(of: owners, items: announced)
    }

    /// The subscriptions that the session has of owners who are another partition's.
    mutating func takeUnwanted() -> [String] {
        (parts.custody?.takeLeft() ?? []).flatMap(configuration.subscriptions).map(\.filter)
    }

    /// Goes on with owners who are new in the partition, or of whom something was left by others; and lets go of those
    /// who have gone to another one that gets all that comes of them.
    ///
    /// Answers with what is to be subscribed for the new ones, and what is to be published behind that.
    ///
    /// - Throws: ``StoreError``.
    mutating func adopt(
        _ owners: [Name], releasing others: [Name] = [], at now: Timestamp
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
        if let marker = parts.custody?.release(others, at: now) { messages.append(marker) }
        return (unsure.flatMap(configuration.subscriptions), messages)
    }
}
