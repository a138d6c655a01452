import Messages
import Store
import Tracking

/// Which messages of a session that gets everybody's are left to partitions, and which ones these have by themselves.
///
/// The session may be behind: what it gives now may have been published before the partition of its owner was subscribed.
/// So an owner's messages are let go of only behind a marker that was published after that was known, and has come back
/// over this session; until then they are left to the partition, which takes nothing twice.
struct Strangers: Sendable {
    private let topics: Topics
    private let partitioning: Partitioning
    /// Those whose partitions have them from their own sessions, by the beginning of their positions' topics.
    private var known: [Name: [UInt8]] = [:]
    /// Those of whom a partition has said so, since the last marker and by those that are under way.
    private var found: Set<Name> = []
    private var markers: Markers

    init(_ configuration: HistoryConfiguration, _ partitioning: Partitioning) {
        (topics, self.partitioning) = (configuration.topics, partitioning)
        markers = Markers(on: Self.fence(configuration.topics), named: "\(configuration.clientID) strangers")
    }

    static func fence(_ topics: Topics) -> String { "\(topics.fence)/strangers" }

    /// A session stands, and what it has kept comes first; answers with the marker to be published.
    ///
    /// `subscribed` are those of whom partitions have said so far that they have them. Those whose marker had come back
    /// over this session stay known, whoever held it then: what a partition gets late as well is to come in its order.
    mutating func begin(_ subscribed: [(owner: Name, isKnown: Bool)], at now: Timestamp) -> Message {
        markers.forget()
        known = [:]
        for (owner, isKnown) in subscribed where isKnown { know(owner) }
        found = Set(subscribed.filter { !$0.isKnown }.map(\.owner))
        return mark(at: now)
    }

    private mutating func know(_ owner: Name) {
        known[owner] = Array("\(topics.positions)/\(owner.ownTracks)".utf8)
    }

    private mutating func mark(at now: Timestamp) -> Message {
        defer { found = [] }
        return markers.next(Array(found), at: now)
    }

    /// Stores what is to be left in one transaction; answers with what is to be published.
    ///
    /// - Throws: ``StoreError``; then nothing of the batch is stored or remembered.
    mutating func take(_ batch: [Message], into store: Store, at now: Timestamp) throws -> [Message] {
        var next = self
        let fence = Self.fence(topics)
        var left: [(message: Message, owner: Name?)] = []
        var new: [Name] = []
        for message in batch {
            if message.topic == fence {
                new += next.cameBack(message.payload)
            } else {
                next.note(message, in: &left)
            }
        }
        if !left.isEmpty || !new.isEmpty {
            try store.write { transaction in
                for owner in new { try transaction.setKnown(owner) }
                try next.leave(left, &transaction, at: now)
            }
        }
        let messages = next.found.isEmpty ? [] : [next.mark(at: now)]
        self = next
        return messages
    }

    private mutating func cameBack(_ payload: [UInt8]) -> [Name] {
        let owners = markers.cameBack(payload).flatMap(\.owners)
        for owner in owners { know(owner) }
        return owners
    }

    /// Puts a message to those that are to be left, or refused, unless its partition has it.
    private func note(_ message: Message, in left: inout [(message: Message, owner: Name?)]) {
        let owner = topics.device(of: message.topic)?.owner ?? topics.ownTracksOwner(of: message.topic)
        guard let owner, let start = known[owner] else {
            // One of no device is refused here only when no partition gets it.
            let hasDevice = topics.device(of: message.topic) != nil
            return left.append((message, hasDevice ? owner : nil))
        }
        // Partitions subscribe to the one way of writing a name; phones may write it in another.
        let topic = message.topic.utf8
        if topic.starts(with: start) || !topic.starts(with: "\(topics.positions)/".utf8) { return }
        left.append((message, owner))
    }

    private mutating func leave(
        _ messages: [(message: Message, owner: Name?)], _ transaction: inout StoreTransaction, at now: Timestamp
    ) throws {
        var looked: Set<Name> = []
        let marked = markers.owners
        for (message, owner) in messages {
            guard let owner else {
                try transaction.quarantine(quarantined(message, at: now))
                continue
            }
            if looked.insert(owner).inserted, known[owner] == nil {
                try transaction.addOwner(owner, to: partitioning.partition(of: owner))
                if !marked.contains(owner), try transaction.isSubscribed(owner) { found.insert(owner) }
            }
            try transaction.leave(StrayRow(message, of: owner, at: now))
        }
    }

    private func quarantined(_ message: Message, at now: Timestamp) -> QuarantineRow {
        QuarantineRow(
            received: now,
            topic: message.topic,
            payload: message.payload,
            reason: MessageError.Reason.topic.rawValue,
            sentence: HistoryParts.expectedTopic(topics)
        )
    }
}
