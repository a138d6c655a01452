/// How strongly a tag is heard as a gateway has measured it so far, and what that comes to.
public struct CalibrationStatus: Hashable, Sendable {
    /// What came, or comes, at one distance.
    public struct Level: Hashable, Sendable {
        /// In metres.
        public var distance: Double
        /// The mean strength, in dBm; nil when nothing was heard.
        public var strength: Double?
        /// How many reports came in.
        public var reports: Int
        /// Seconds until it is measured; nil for what is.
        public var secondsLeft: Int?

        public init(distance: Double, strength: Double? = nil, reports: Int, secondsLeft: Int? = nil) {
            (self.distance, self.strength, self.reports) = (distance, strength, reports)
            self.secondsLeft = secondsLeft
        }
    }

    /// How strongly a tag is heard at a metre, and how that falls off.
    public struct Signal: Hashable, Sendable {
        /// RSSI at a metre, in dBm.
        public var powerAtOneMetre: Double
        public var exponent: Double
        /// By which factor its distances are wrong that hold now; nil where that is not told.
        public var factor: Double?

        public init(powerAtOneMetre: Double, exponent: Double, factor: Double? = nil) {
            (self.powerAtOneMetre, self.exponent, self.factor) = (powerAtOneMetre, exponent, factor)
        }
    }

    /// What the tag's profile says.
    public var usual: Signal
    /// What is stored with the tag, and goes before that; nil for nothing.
    public var stored: Signal?
    /// What was measured and is not stored yet, the shortest distance first.
    public var levels: [Level]
    /// What is being measured.
    public var measuring: Level?
    /// What the levels come to; nil while they come to nothing.
    public var found: Signal?
    /// Why the levels come to nothing, in one sentence.
    public var problem: String?

    public init(usual: Signal, stored: Signal? = nil, levels: [Level] = []) {
        (self.usual, self.stored, self.levels) = (usual, stored, levels)
    }
}

extension CalibrationStatus: JSONPart {
    enum Key: String, PayloadKey {
        case usual, stored, levels, measuring, found, problem

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        usual = try object.required(.usual, object.part(.usual))
        stored = try object.part(.stored)
        levels = try object.parts(.levels) ?? []
        measuring = try object.part(.measuring)
        found = try object.part(.found)
        problem = try object.text(.problem)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.usual, usual)
        writer.put(.stored, stored)
        writer.put(.levels, levels)
        writer.put(.measuring, measuring)
        writer.put(.found, found)
        writer.put(.problem, problem)
    }
}

extension CalibrationStatus.Level: JSONPart {
    enum Key: String, PayloadKey {
        case distance = "distance_m", strength = "rssi", reports, secondsLeft = "left_s"

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        distance = try object.required(.distance, object.number(.distance, in: CalibrationAction.distances))
        strength = try object.number(.strength, in: -127...20)
        reports = Int(try object.required(.reports, object.integer(.reports, in: 0...1_000_000)))
        secondsLeft = try object.integer(.secondsLeft, in: 0...600).map { Int($0) }
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.distance, distance)
        writer.put(.strength, strength)
        writer.put(.reports, reports)
        writer.put(.secondsLeft, secondsLeft)
    }
}

extension CalibrationStatus.Signal: JSONPart {
    enum Key: String, PayloadKey {
        case power = "rssi_1m_dbm", exponent, factor

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        powerAtOneMetre = try object.required(.power, object.number(.power, in: -120...20))
        exponent = try object.required(.exponent, object.number(.exponent, in: 1...6))
        factor = try object.number(.factor, in: 1...1_000_000)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.power, powerAtOneMetre)
        writer.put(.exponent, exponent)
        writer.put(.factor, factor)
    }
}
