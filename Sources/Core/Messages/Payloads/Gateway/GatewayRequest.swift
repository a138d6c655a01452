public import Tracking

/// What a gateway is asked to do; the verb is in the topic.
///
/// Which keys a verb needs is the gateway's to say: ``missing(_:)`` makes the refusal.
public struct GatewayRequest: Hashable, Sendable {
    /// Names the request in its responses: 1 to 64 characters.
    public var transaction: String
    /// An address, another identity, or `owner/device`: 1 to 100 characters.
    public var tag: String?
    public var owner: Name?
    /// What the tracker is to be called among the owner's devices.
    public var device: Name?
    public var item: String?
    /// Seconds between reports.
    public var reportEvery: Int?
    /// Whether the tag shows the number that was told.
    public var isConfirmed: Bool?
    /// The number that the tag shows.
    public var passkey: Int?
    /// Whether a tag is to fall silent.
    public var stops: Bool?
    /// What is to be done for the calibration of a tag.
    public var action: CalibrationAction?
    /// How far the tag is from the gateway, in metres.
    public var distance: Double?
    /// For how many seconds it is measured.
    public var seconds: Int?

    public init(transaction: String, tag: String? = nil) { (self.transaction, self.tag) = (transaction, tag) }

    /// The refusal of a request that lacks a key which its verb needs.
    public static func missing(_ key: String, _ expected: String) -> MessageError {
        MessageError(.missing, field: key, expected: expected)
    }

    /// The transaction of a request that may be wrong otherwise; nil when it names none.
    public static func transaction(of payload: [UInt8]) -> String? {
        guard let object = try? JSONObject<Key>(payload) else { return nil }
        return try? object.text(.transaction, characters: 1...64)
    }
}

extension GatewayRequest: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", transaction, tag, owner, device, item, reportEvery = "report_every_s", confirm, passkey,
            stop, action, distance = "distance_m", seconds

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "request") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        transaction = try object.required(.transaction, object.text(.transaction, characters: 1...64))
        tag = try object.text(.tag, characters: 1...100)
        owner = try object.name(.owner)
        device = try object.name(.device)
        item = try object.text(.item)
        reportEvery = try object.reportEvery(.reportEvery)
        isConfirmed = try object.flag(.confirm)
        passkey = try object.integer(.passkey, in: 0...999_999).map { Int($0) }
        stops = try object.flag(.stop)
        action = try object.word(.action)
        distance = try object.number(.distance, in: CalibrationAction.distances)
        let (least, most) = (CalibrationAction.durations.lowerBound, CalibrationAction.durations.upperBound)
        seconds = try object.integer(.seconds, in: Int64(least)...Int64(most)).map { Int($0) }
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.transaction, transaction)
        writer.put(.tag, tag)
        writer.put(.owner, owner?.text)
        writer.put(.device, device?.text)
        writer.put(.item, item)
        writer.put(.reportEvery, reportEvery)
        if let isConfirmed { writer.put(.confirm, isConfirmed) }
        writer.put(.passkey, passkey)
        if let stops { writer.put(.stop, stops) }
        writer.put(.action, action?.rawValue)
        writer.put(.distance, distance)
        writer.put(.seconds, seconds)
    }
}
