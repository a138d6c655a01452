public import Tracking

/// The unknown tags that have moved with an owner: what `tagalong guard` publishes, retained.
public struct GuardMessage: Hashable, Sendable {
    /// When the list was made.
    public var time: Timestamp
    public var owner: Name
    /// Those of the furthest stage first; empty for none.
    public var tags: [Tag]

    /// How far the guard has come with a tag.
    public enum Stage: String, Hashable, Sendable, CaseIterable, Comparable {
        /// It was with the owner on one leg; nobody is told.
        case listed
        /// It moved with the owner on independent legs.
        case notice
        /// It was noticed, and stayed overnight.
        case urgent

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
        public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
    }

    /// A tag on the list.
    public struct Tag: Hashable, Sendable {
        /// Stays when the tag rotates, and over restarts of the guard; from 1.
        public var number: Int
        public var stage: Stage
        /// When it came to that stage; nil for not told.
        public var since: Timestamp?
        /// The finding network: `find-my`, `find-hub`, `smarttag`, `chipolo`, `pebblebee`, `tile` or `dult`.
        public var network: String
        /// What it says it is; nil for not told.
        public var model: String?
        /// What it is known by until it rotates: the identity on **seen**, else the address.
        public var identity: String
        /// The address that was heard last, as it is written; a ring goes there.
        public var address: String
        /// The gateway that heard it last.
        public var gateway: Name
        public var first: Timestamp
        public var last: Timestamp
        /// Legs on which it moved with the owner.
        public var legs: Int
        /// How many rotations were followed.
        public var rotations: Int
        /// The natural logarithm of the likelihood ratio "moves with the owner" against "belongs there".
        public var score: Double
        /// dBm, smoothed; nil for not told.
        public var rssi: Int?
        /// Where those legs ended, and when the owner came there; the earliest first.
        public var places: [Position]
        /// Whether its owner said to know it, so that nobody is told of it; written only when it is so.
        public var isIgnored = false
        /// What can be done about it, in sentences.
        public var advice: String?

        /// A tag that was heard once, with the other values at their defaults.
        public init(
            number: Int, stage: Stage, network: String, identity: String, address: String, gateway: Name,
            first: Timestamp, last: Timestamp
        ) {
            (self.number, self.stage, self.network) = (number, stage, network)
            (self.identity, self.address, self.gateway) = (identity, address, gateway)
            (self.first, self.last, legs, rotations, score, places) = (first, last, 0, 0, 0, [])
        }
    }

    public init(time: Timestamp, owner: Name, tags: [Tag] = []) {
        (self.time, self.owner, self.tags) = (time, owner, tags)
    }

    /// What a guard has published of an owner; nil for what cannot be read, and for a list that names another owner.
    public init?(_ payload: [UInt8], of owner: Name) {
        guard let list = try? GuardMessage(decoding: payload), list.owner == owner else { return nil }
        self = list
    }
}

extension GuardMessage: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", time, owner, tags

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "guard") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        owner = try object.required(.owner, object.name(.owner))
        let parts = try object.required(.tags, object.objects(.tags, of: GuardMessage.Tag.Key.self))
        // An odd tag, as a newer guard may list, is not to hide the others; of two with one number the first counts.
        var numbers: Set<Int> = []
        tags = parts.compactMap { try? Tag(reading: $0) }.filter { numbers.insert($0.number).inserted }
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.owner, owner.text)
        writer.put(.tags, tags)
    }
}

extension GuardMessage.Tag: JSONPart {
    enum Key: String, PayloadKey {
        case number, stage, since, network, model, identity, address, gateway, first, last, legs, rotations, score, rssi
        case places, ignored, advice

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        let counts = 0...Int64(Int32.max)
        number = Int(try object.required(.number, object.integer(.number, in: 1...Int64(Int32.max))))
        // One that is not known here follows at least.
        stage = GuardMessage.Stage(rawValue: try object.required(.stage, object.text(.stage))) ?? .notice
        since = try object.time(.since)
        network = try object.required(.network, object.text(.network))
        model = try object.text(.model)
        identity = try object.required(.identity, object.text(.identity))
        address = try object.required(.address, object.text(.address))
        gateway = try object.required(.gateway, object.name(.gateway))
        first = try object.required(.first, object.time(.first))
        last = try object.required(.last, object.time(.last))
        legs = Int(try object.integer(.legs, in: counts) ?? 0)
        rotations = Int(try object.integer(.rotations, in: counts) ?? 0)
        score = try object.number(.score, in: -1000...1000) ?? 0
        rssi = try object.integer(.rssi, in: -127...20).map { Int($0) }
        places = try object.parts(.places) ?? []
        isIgnored = try object.flag(.ignored) ?? false
        advice = try object.text(.advice)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.number, number)
        writer.put(.stage, stage.rawValue)
        writer.put(.since, since)
        writer.put(.network, network)
        writer.put(.model, model)
        writer.put(.identity, identity)
        writer.put(.address, address)
        writer.put(.gateway, gateway.text)
        writer.put(.first, first)
        writer.put(.last, last)
        writer.put(.legs, legs)
        writer.put(.rotations, rotations)
        writer.put(.score, score, decimals: 1)
        writer.put(.rssi, rssi)
        writer.put(.places, places)
        if isIgnored { writer.put(.ignored, true) }
        writer.put(.advice, advice)
    }
}
