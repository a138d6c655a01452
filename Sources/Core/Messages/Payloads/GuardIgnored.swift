public import Tracking

/// The tags on an owner's guard list that are known to the owner: what the console keeps, retained, and the guard reads.
public struct GuardIgnored: Hashable, Sendable {
    /// When it was changed last.
    public var time: Timestamp
    public var tags: [Tag]

    /// More than a guard remembers of what has moved along.
    public static let most = 1000

    /// A tag by what stays the same of it.
    public struct Tag: Hashable, Sendable {
        /// As the guard numbers it, from 1.
        public var number: Int
        /// When the guard first heard it: a guard that has lost its memory counts anew, and a number alone would hide
        /// another tag.
        public var first: Timestamp

        public init(number: Int, first: Timestamp) { (self.number, self.first) = (number, first) }
    }

    public init(time: Timestamp, tags: [Tag] = []) { (self.time, self.tags) = (time, tags) }

    /// Whether a tag on the list is known to its owner.
    public func has(_ tag: GuardMessage.Tag) -> Bool { tags.contains(Tag(tag)) }

    /// Notes whether a tag is known, as the newest; beyond ``most`` the oldest are dropped.
    public mutating func note(_ tag: GuardMessage.Tag, isIgnored: Bool, at now: Timestamp) {
        time = now
        tags.removeAll { $0 == Tag(tag) }
        if isIgnored { tags.append(Tag(tag)) }
        tags.removeFirst(max(0, tags.count - Self.most))
    }
}

extension GuardIgnored.Tag {
    public init(_ tag: GuardMessage.Tag) { self.init(number: tag.number, first: tag.first) }
}

extension GuardIgnored: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", time, tags

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "guard-ignored") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        tags = try object.required(.tags, object.parts(.tags))
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.tags, tags)
    }
}

extension GuardIgnored.Tag: JSONPart {
    enum Key: String, PayloadKey {
        case number, first

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        number = Int(try object.required(.number, object.integer(.number, in: 1...Int64(Int32.max))))
        first = try object.required(.first, object.time(.first))
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.number, number)
        writer.put(.first, first)
    }
}
