internal import Access
internal import Alerts
internal import Cryptography
internal import Curl
internal import Messages
internal import Tracking
internal import WebPush

/// Tells in one browser by Web Push (RFC 8030): the push service sees when a message comes, and not what it says.
struct PushChannel: NotificationChannel {
    private let id: String
    private let sender: PushSender?

    init(_ id: String, by sender: PushSender?) { (self.id, self.sender) = (id, sender) }

    /// How long a push service keeps a message for a browser that it cannot reach.
    private static let lifetime = 86_400
    /// Texts are filled up to a multiple of this, in bytes: how long an item's name is, is nobody's business.
    private static let steps = 512

    func deliver(_ notice: Notice, at now: Timestamp) async throws(DeliveryFailure) {
        guard let sender, let (device, viewer) = try kept({ try sender.access.pushDevice(id) }) else {
            throw .impossible("nobody is told in this browser any more")
        }
        // Rights may have changed since it was written down.
        guard viewer.mayHear(of: notice) else { throw .impossible("its account may not see the alerts of this item") }
        let minute = sender.localTime.minuteOfDay(at: now)
        let isQuiet = !notice.isTest && device.quiet?.contain(minuteOfDay: minute) == true
        guard let endpoint = sender.policy.endpoint(device.endpoint),
            let receiver = PushReceiver(key: device.key, secret: device.secret),
            let content = try Self.content(notice, for: receiver, viewer, sender, isQuiet: isQuiet)
        else { throw .impossible("what the browser has given does not fit") }
        var request = HTTPRequest(.post, endpoint.url)
        request.headers = [
            ("TTL", "\(Self.lifetime)"), ("Urgency", Self.urgency(notice)), ("Topic", Self.topic(notice)),
            ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
            ("Authorization", sender.key.authorization(for: endpoint.origin, contact: sender.contact, at: now)),
        ]
        request.body = content
        request.isHeadEnough = true
        request.isPublicOnly = !endpoint.mayBePrivate
        guard let address = WebAddress(endpoint.origin) else { throw .impossible("its address is none") }
        let answer = try await WebSender.answer(to: request, from: address)
        if [404, 410].contains(answer.status) {
            try kept { try sender.access.forget(device) }
            throw .impossible("\(address) answered \(answer.status): the browser takes no messages any more")
        }
        try WebSender.judge(answer.status, retryAfter: answer.header("Retry-After"), of: address)
        // The message is there, whether this can be noted or not.
        try? sender.access.notePush(to: id, at: now)
    }

    private func kept<Value>(_ body: () throws -> Value) throws(DeliveryFailure) -> Value {
        do { return try body() } catch { throw .unreachable("\(error)") }
    }

    private static func content(
        _ notice: Notice, for receiver: PushReceiver, _ viewer: Principal, _ sender: PushSender, isQuiet: Bool
    ) throws(DeliveryFailure) -> [UInt8]? {
        let lost: Int?
        do { lost = try sender.lost(viewer) } catch { throw .unreachable("\(error)") }
        let isByArea = viewer.isByArea(notice.device)
        let text = PushText(notice, isByArea: isByArea, isQuiet: isQuiet, lost: lost).encoded()
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        let key = P256Key(using: &generator)
        return PushContent.sealed(text, for: receiver, from: key, salt: salt, steps: steps)
    }

    /// What may wake a device that sleeps (RFC 8030, section 5.3).
    private static func urgency(_ notice: Notice) -> String {
        notice.isRise && notice.alert.level == .critical ? "high" : "normal"
    }

    /// The same for all of an episode: what waits at the push service is replaced by what came later (section 5.4).
    private static func topic(_ notice: Notice) -> String {
        String(Base64URL.text(Digest.sha256(Array(notice.alert.episode.utf8))).prefix(32))
    }
}
