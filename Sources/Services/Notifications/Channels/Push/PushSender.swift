public import Access
public import Alerts
internal import Cryptography
internal import Messages
public import Tracking
public import WebPush

/// Tells by Web Push in the browsers that accounts have asked for it in, also with no page open.
///
/// Each browser is a channel of its own, named after it: what its push service does not take is tried again like on any
/// other channel, and holds up none.
public struct PushSender: Sendable {
    let access: AccessControl
    let key: VAPIDKey
    let policy: PushPolicy
    /// Whom the people of a push service can turn to, a `mailto:` or `https:` address.
    let contact: String
    /// Quiet hours go by it.
    let localTime: LocalTime
    /// How many of the items that somebody may see are lost.
    let lost: @Sendable (Principal) throws -> Int
    private let viewers = ViewerMemory()

    /// A sender with the key of the accounts' database.
    ///
    /// - Throws: `AccessError`.
    public init(
        access: AccessControl,
        policy: PushPolicy,
        contact: String,
        localTime: LocalTime,
        lost: @escaping @Sendable (Principal) throws -> Int
    ) throws(AccessError) {
        (self.access, self.policy, self.contact) = (access, policy, contact)
        (self.localTime, self.lost) = (localTime, lost)
        key = VAPIDKey(try access.pushKey())
    }

    /// How the names of its channels begin.
    static let prefix = "push-"

    /// The public key as browsers want it for a subscription.
    public var publicKey: String { key.publicText }

    /// Whether messages may be sent to an address.
    public func accepts(_ endpoint: String) -> Bool { policy.endpoint(endpoint) != nil }

    /// The channels of all browsers, and who hears what on them.
    public var channels: NotificationService.ComingChannels {
        NotificationService.ComingChannels {
            try access.pushDevices().compactMap { device in
                guard let name = try? Name("\(Self.prefix)\(device.id)") else { return nil }
                return (Self.configuration(name, device.id), PushChannel(device.id, by: self))
            }
        } mayHear: { configuration, notice in
            guard case .push(let id) = configuration.kind else { return false }
            func lookUp() throws -> Principal? { try access.pushDevice(id)?.viewer }
            // Alerts are rare.
            let viewer = try notice.reminder == nil ? lookUp() : viewers.viewer(of: id, lookUp)
            return try viewer.map { try mayHear($0, notice) } ?? false
        }
    }

    /// Sends a test to a browser, once.
    ///
    /// - Throws: ``DeliveryFailure``.
    public func test(_ id: String, at now: Timestamp) async throws(DeliveryFailure) {
        let notice: Notice
        do { notice = try Notice.test(at: now) } catch { throw .impossible("\(error)") }
        try await PushChannel(id, by: self).deliver(notice, at: now)
    }

    /// Whether somebody may be told of a notice.
    func mayHear(_ viewer: Principal, _ notice: Notice) throws(AccessError) -> Bool {
        guard let owner = notice.reminder?.owner else { return viewer.mayHear(of: notice) }
        return try access.tells(viewer, remindersOf: owner)
    }

    /// A person wants to hear of what may be lost, and of the newest of it.
    private static func configuration(_ name: Name, _ id: String) -> ChannelConfiguration {
        // Whose reminders it is told, `mayHear` decides.
        ChannelConfiguration(
            name: name, kind: .push(device: id), audience: Audience(levels: [.critical], reminders: true), isBrief: true
        )
    }
}

extension Principal {
    /// Whether somebody may be told: alerts are a history, and an unknown tag says where its owner goes.
    func mayHear(of notice: Notice) -> Bool {
        if notice.isTest { return true }
        return notice.unknown == nil ? may(.history, notice.device) : mayGuard(notice.alert.owner, .history)
    }
}
