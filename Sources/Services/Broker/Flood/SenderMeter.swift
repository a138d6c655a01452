public import Messages
public import Tracking

/// Who has sent a message, as far as its topic tells: on the private broker nobody else may write there.
public enum Sender: Hashable, Sendable, CustomStringConvertible {
    /// A phone or a tracker, or a gateway that speaks for the tracker.
    case device(DeviceID)
    case gateway(Name)

    /// The sender by a topic; nil for one that is below no device and no gateway.
    ///
    /// What stands behind the device does not matter: topics that nobody reads count, too.
    public init?(topic: String, _ topics: Topics) {
        for base in [topics.positions, topics.own] where topic.hasPrefix("\(base)/") {
            let levels = topic.dropFirst(base.count + 1).split(separator: "/", maxSplits: 2)
            guard levels.count > 1, let first = Self.name(levels[0], below: base, topics),
                let second = Self.name(levels[1], below: base, topics)
            else { continue }
            let isGateway = base == topics.own && first.text == "gateway"
            self = isGateway ? .gateway(second) : .device(DeviceID(owner: first, device: second))
            return
        }
        return nil
    }

    private static func name(_ level: Substring, below base: String, _ topics: Topics) -> Name? {
        base == topics.positions ? try? Name(ownTracks: level) : try? Name(level)
    }

    public var description: String {
        switch self {
        case .device(let device): "\(device)"
        case .gateway(let name): "gateway/\(name)"
        }
    }
}

/// Measures how much comes from each sender, and tells who sends more than it may: a bucket for each, which leaks.
///
/// mosquitto knows no rate of a user, and when the queue of the history service is full it drops whoever's messages come,
/// though it has confirmed them.
public struct SenderMeter: Sendable {
    /// Bytes that may come from one sender at once: a tracker's 100,000 positions after an outage, which is an eighth of
    /// what may wait for the history service.
    public static let burst = 33_554_432
    /// Bytes that may come from one sender in each second, for as long as it likes.
    public static let rate = 4_194_304
    /// Bytes that a message counts at least, since what waits is bounded by the number of messages, too.
    public static let smallest = 256
    /// Bytes beyond which a message is long; positions are shorter by far.
    public static let long = 4_096
    /// How often the bytes of a long message count: a flood of those fills the queue within a second or two.
    public static let weight = 4
    /// Excesses that may wait for who acts on them.
    public static let mostTold = 64
    /// Bytes from which on a sender is measured by itself.
    ///
    /// Less is measured together with a few others, which takes a fraction of the time. Of those the first that becomes
    /// notable is told all of it, and the next ones count from there.
    static let notable = burst / 16
    /// Senders that are measured by themselves at once; of more, those are forgotten that have sent least.
    static let mostSenders = 1_000
    /// Topics whose senders are kept.
    static let mostTopics = 10_000
    /// How long nothing more is told of who has been told of.
    private static let quiet = Duration.seconds(5)

    /// What has come from one sender since its bucket was empty.
    public struct Amount: Hashable, Sendable {
        public var messages = 0
        /// Of payloads and topics.
        public var bytes = 0
    }

    /// A sender that has sent more than it may.
    public struct Excess: Hashable, Sendable, CustomStringConvertible {
        public let sender: Sender
        public let amount: Amount
        /// In which the amount came.
        public let duration: Duration

        public var description: String {
            "\(sender) sends too much: \(amount.messages) messages of \(amount.bytes) bytes in "
                + "\(duration.milliseconds) ms"
        }
    }

    /// What has come at once, and what it counts.
    private struct Load {
        var amount = Amount()
        var cost = 0

        mutating func add(_ message: Message) {
            let bytes = message.topic.utf8.count + message.payload.count
            amount.messages += 1
            amount.bytes += bytes
            cost += max(SenderMeter.smallest, bytes > SenderMeter.long ? bytes * SenderMeter.weight : bytes)
        }

        static func += (left: inout Self, right: Self) {
            left.amount += right.amount
            left.cost += right.cost
        }
    }

    private struct Bucket {
        var level = 0
        var amount = Amount()
        var begin: Timestamp
        var last: Timestamp
        var told: Timestamp?

        mutating func leak(until now: Timestamp) {
            // More would empty any bucket, and might overflow.
            let elapsed = min(max(0, last.duration(to: now).milliseconds), 1_000_000)
            level = max(0, level - Int(elapsed) * SenderMeter.rate / 1_000)
            last = now
            if level == 0 { (amount, begin) = (Amount(), now) }
        }

        mutating func add(_ load: Load) {
            level = min(SenderMeter.burst, level + load.cost)
            amount += load.amount
        }
    }

    private let topics: Topics
    private let starts: SenderTopics
    /// Of whoever shares a place.
    private var shared: [Bucket?] = Array(repeating: nil, count: SenderTopics.places)
    private var buckets: [Sender: Bucket] = [:]
    /// Spares the reading of topics.
    private var senders: [String: Sender?] = [:]

    /// A meter that nothing has come to.
    public init(topics: Topics) {
        self.topics = topics
        starts = SenderTopics(topics)
    }

    /// Takes note of what has come at once, but for retained messages, and tells who has sent more than it may; of each
    /// at most every few seconds.
    ///
    /// When the time is set back, the buckets leak from there on.
    public mutating func measure(_ batch: [Message], at now: Timestamp) -> [Excess] {
        var excesses: [Excess] = []
        // What comes at once is often of one topic, which is looked up once then.
        var topic = ""
        var run = Load()
        for message in batch where !message.retained {
            if message.topic != topic {
                if run.cost > 0, let excess = add(run, on: topic, at: now) { excesses.append(excess) }
                topic = message.topic
                run = Load()
            }
            run.add(message)
        }
        if run.cost > 0, let excess = add(run, on: topic, at: now) { excesses.append(excess) }
        if buckets.count > Self.mostSenders { forgetSmallest(at: now) }
        return excesses
    }

    /// How many senders are being measured by themselves.
    var count: Int { buckets.count }

    private mutating func sender(of topic: String) -> Sender? {
        if let known = senders[topic] { return known }
        if senders.count >= Self.mostTopics { senders.removeAll(keepingCapacity: true) }
        let sender = Sender(topic: topic, topics)
        senders[topic] = .some(sender)
        return sender
    }

    private mutating func add(_ load: Load, on topic: String, at now: Timestamp) -> Excess? {
        guard let place = starts.place(of: topic) else { return nil }
        var common = shared[place] ?? Bucket(begin: now, last: now)
        common.leak(until: now)
        let before = common
        common.add(load)
        shared[place] = common
        guard common.level >= Self.notable, let sender = sender(of: topic) else { return nil }
        var bucket = buckets[sender] ?? Bucket(begin: now, last: now)
        bucket.leak(until: now)
        // What made it notable was its own, as far as is known.
        if before.level < Self.notable, before.level > bucket.level {
            (bucket.level, bucket.amount, bucket.begin) = (before.level, before.amount, before.begin)
        }
        bucket.add(load)
        defer { buckets[sender] = bucket }
        let isQuiet = bucket.told.map { $0 <= now && $0.duration(to: now) < Self.quiet } ?? false
        guard bucket.level >= Self.burst, !isQuiet else { return nil }
        bucket.told = now
        return Excess(sender: sender, amount: bucket.amount, duration: max(.zero, bucket.begin.duration(to: now)))
    }

    /// Half of them, so that it is not to be done again with the next batch.
    private mutating func forgetSmallest(at now: Timestamp) {
        for sender in buckets.keys { buckets[sender]?.leak(until: now) }
        let rest = buckets.sorted { $0.value.level > $1.value.level }.prefix(Self.mostSenders / 2)
        buckets = Dictionary(uniqueKeysWithValues: rest.filter { $0.value.level > 0 })
    }
}

extension SenderMeter.Amount {
    static func += (left: inout Self, right: Self) {
        left.messages += right.messages
        left.bytes += right.bytes
    }
}
