internal import Access
internal import Alerts
internal import Cryptography
internal import Curl
internal import Tracking
internal import WebPush

extension PushSender {
    /// How long a push service keeps a message for a browser that it cannot reach.
    static let lifetime = Duration.seconds(86_400)
    /// Texts are filled up to a multiple of this, in bytes: how long an item's name is, is nobody's business.
    private static let steps = 512

    /// Whether it is in the quiet hours of a browser.
    func isQuiet(_ device: PushDevice, at now: Timestamp) -> Bool {
        device.quiet?.contain(minuteOfDay: localTime.minuteOfDay(at: now)) == true
    }

    /// Sends a text to a browser, encrypted; one that takes no messages any more is forgotten.
    ///
    /// The topic has what waits at the push service for this browser replaced by what came later (RFC 8030, section 5.4).
    func send(
        _ text: PushText,
        to device: PushDevice,
        urgency: String,
        topic: String,
        lifetime: Duration = PushSender.lifetime,
        at now: Timestamp
    ) async throws(DeliveryFailure) {
        guard let endpoint = policy.endpoint(device.endpoint),
            let receiver = PushReceiver(key: device.key, secret: device.secret),
            let content = Self.sealed(text.encoded(), for: receiver)
        else { throw .impossible("what the browser has given does not fit") }
        var request = HTTPRequest(.post, endpoint.url)
        request.headers = [
            ("TTL", "\(lifetime.components.seconds)"), ("Urgency", urgency), ("Topic", topic),
            ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
            ("Authorization", key.authorization(for: endpoint.origin, contact: contact, at: now)),
        ]
        request.body = content
        request.isHeadEnough = true
        request.isPublicOnly = !endpoint.mayBePrivate
        guard let address = WebAddress(endpoint.origin) else { throw .impossible("its address is none") }
        let answer = try await WebSender.answer(to: request, from: address)
        if [404, 410].contains(answer.status) {
            do { try access.forget(device) } catch { throw .unreachable("\(error)") }
            throw .impossible("\(address) answered \(answer.status): the browser takes no messages any more")
        }
        try WebSender.judge(answer.status, retryAfter: answer.header("Retry-After"), of: address)
        // The message is there, whether this can be noted or not.
        try? access.notePush(to: device.id, at: now)
    }

    private static func sealed(_ text: [UInt8], for receiver: PushReceiver) -> [UInt8]? {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        let key = P256Key(using: &generator)
        return PushContent.sealed(text, for: receiver, from: key, salt: salt, steps: steps)
    }
}
