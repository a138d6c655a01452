/// What a gateway answers to a request: a step on the way, or the end.
public struct GatewayResponse: Hashable, Sendable {
    /// Where the request stands.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Under way; ``GatewayResponse/message`` says with what.
        case working
        /// Does the tag show ``GatewayResponse/number``? Asks for a request with `confirm`.
        case confirm
        /// Which number does the tag show? Asks for a request with `passkey`.
        case passkey
        /// ``GatewayResponse/number`` is to be typed on the tag.
        case show
        case done
        case failed
    }

    /// As in the request; empty for one that named none.
    public var transaction: String
    public var state: State
    /// Why it failed, in one sentence.
    public var error: String?
    /// What is being done, in one sentence.
    public var message: String?
    /// 0 to 999,999, to be shown with six digits.
    public var number: Int?
    /// The tracker that it is about.
    public var tracker: String?
    /// The answer to `scan`.
    public var tags: [SeenMessage]?
    /// The answer to `adapters`.
    public var adapters: [GatewayStatus.Adapter]?
    /// The answer to `calibrate`.
    public var calibration: CalibrationStatus?

    public init(transaction: String, state: State) { (self.transaction, self.state) = (transaction, state) }

    /// A request came to nothing.
    public init(transaction: String, error: String) {
        self.init(transaction: transaction, state: .failed)
        self.error = error
    }
}

extension GatewayResponse: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", transaction, state, succeeded = "ok", error, message, number, tracker, tags, adapters,
            calibration

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "response") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        transaction = try object.required(.transaction, object.text(.transaction, characters: 0...64))
        state = try object.required(.state, object.word(.state))
        error = try object.text(.error)
        message = try object.text(.message)
        number = try object.integer(.number, in: 0...999_999).map { Int($0) }
        tracker = try object.text(.tracker)
        tags = try object.parts(.tags)
        adapters = try object.parts(.adapters)
        calibration = try object.part(.calibration)
    }

    /// `ok` stands in the last response alone.
    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.transaction, transaction)
        writer.put(.state, state.rawValue)
        if state == .done || state == .failed { writer.put(.succeeded, state == .done) }
        writer.put(.error, error)
        writer.put(.message, message)
        writer.put(.number, number)
        writer.put(.tracker, tracker)
        writer.put(.tags, tags)
        writer.put(.adapters, adapters)
        writer.put(.calibration, calibration)
    }
}
