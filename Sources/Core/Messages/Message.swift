/// How surely a message arrives: MQTT's quality of service.
public enum QualityOfService: UInt8, Hashable, Sendable, Comparable {
    case atMostOnce = 0
    case atLeastOnce = 1

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One MQTT message: a topic and the bytes on it.
///
/// Within a process it may carry what the bytes say in their place; they are written when somebody asks for them.
public struct Message: Sendable {
    public var topic: String { didSet { reading = nil } }
    /// What the topic is about, for who has read it before.
    public var reading: TopicReading?
    @usableFromInline var content: Content
    public var quality: QualityOfService
    /// Sent so, the broker keeps it for later subscribers; received so, it was kept and is not news.
    public var retained: Bool

    @usableFromInline
    enum Content: Sendable {
        case bytes([UInt8])
        case value(any Carrying)
    }

    public init(topic: String, payload: [UInt8], quality: QualityOfService = .atLeastOnce, retained: Bool = false) {
        self.topic = topic
        content = .bytes(payload)
        self.quality = quality
        self.retained = retained
    }

    /// A message that carries a value, which must be the one that is read from its bytes.
    @inlinable
    public init(
        topic: String,
        carrying value: some Payload,
        quality: QualityOfService = .atLeastOnce,
        retained: Bool = false
    ) {
        self.topic = topic
        content = .value(CarriedValue(value))
        self.quality = quality
        self.retained = retained
    }

    /// The bytes, written anew each time where it carries a value.
    public var payload: [UInt8] {
        get {
            switch content {
            case .bytes(let bytes): bytes
            case .value(let carried): carried.payload.encoded()
            }
        }
        set { content = .bytes(newValue) }
    }

    /// The bytes where there are some; nil where it carries a value.
    public var bytes: [UInt8]? {
        guard case .bytes(let bytes) = content else { return nil }
        return bytes
    }

    /// What writes the bytes, for who may ask for them later: of a message, it holds what it says and no more.
    public var writer: @Sendable () -> [UInt8] {
        switch content {
        case .bytes(let bytes): { bytes }
        case .value(let carried): { carried.payload.encoded() }
        }
    }

    /// The same with its bytes, for who asks for them more than once.
    public var written: Message {
        guard bytes == nil else { return self }
        var written = self
        written.payload = payload
        return written
    }

    /// The same with no more memory than its bytes take, for who keeps it: they were written where there was room for more.
    public var compact: Message {
        guard case .bytes(let bytes) = content, bytes.capacity - bytes.count > Self.slack else { return self }
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.count)
        copy += bytes
        var compact = self
        compact.content = .bytes(copy)
        return compact
    }

    /// So many bytes that are not used are not worth a copy.
    private static let slack = 32

    /// Whether it has no byte, and so takes back what the broker keeps; one with a value is not empty.
    public var isEmpty: Bool { bytes?.isEmpty ?? false }

    /// What it says.
    ///
    /// - Throws: What is wrong with its bytes.
    // Where the type is known: elsewhere it is looked up for each message.
    @inlinable
    public func decoded<Value: Payload>(as type: Value.Type = Value.self) throws(MessageError) -> Value {
        if case .value(let carried) = content {
            // Mostly it is read as what it was published as.
            if let carried = carried as? CarriedValue<Value> { return carried.value }
            if let value = Value.read(from: carried.payload) { return value }
        }
        return try Value(decoding: payload)
    }
}

/// What a message carries in place of its bytes: one reference, whatever its size.
@usableFromInline
protocol Carrying: AnyObject, Sendable {
    var payload: any Payload { get }
}

@usableFromInline
final class CarriedValue<Value: Payload>: Carrying {
    @usableFromInline let value: Value
    @usableFromInline var payload: any Payload { value }

    @inlinable
    init(_ value: Value) { self.value = value }
}

/// What a topic is about: read once for all messages on it.
public final class TopicReading: Sendable {
    /// How topics are laid out, kept once for all that are read so.
    public final class Layout: Sendable {
        let topics: Topics

        public init(_ topics: Topics) { self.topics = topics }
    }

    let layout: Layout
    let topic: Topic?

    /// Reads a topic as those topics are laid out.
    public convenience init(_ text: String, _ topics: Topics) { self.init(text, Layout(topics)) }

    /// Reads a topic as others are read.
    public init(_ text: String, _ layout: Layout) {
        self.layout = layout
        topic = layout.topics.parse(text)
    }
}

extension Topics {
    /// What a message is about; nil for what ``parse(_:)-(String)`` has no answer for.
    public func parse(_ message: Message) -> Topic? {
        if let reading = message.reading, reading.layout.topics == self { return reading.topic }
        return parse(message.topic)
    }
}

extension Message: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        left.topic == right.topic && left.quality == right.quality && left.retained == right.retained
            && left.payload == right.payload
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(topic)
        hasher.combine(payload)
    }
}
