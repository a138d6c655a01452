import API
import Access
import Alerts
import History
import Notifications
import Store
import Tracking
import WebPush

/// How this program sends to browsers.
struct PushSetup {
    /// Nil for a worker without a console, which tells browsers that have subscribed at others.
    private let network: NetworkChoice?
    private let configuration: HistoryConfiguration
    private let store: Store

    init(_ network: NetworkChoice?, _ configuration: HistoryConfiguration, _ store: Store) {
        (self.network, self.configuration, self.store) = (network, configuration, store)
    }

    /// What sends, with the key that is kept with the accounts.
    ///
    /// - Throws: ``AccessError``.
    func sender(_ access: AccessControl) throws(AccessError) -> PushSender {
        let store = store
        return try PushSender(
            access: access,
            policy: PushPolicy(origins: network?.pushOrigins ?? []),
            contact: contact,
            localTime: configuration.localTime
        ) { viewer in try Self.lost(viewer, in: store) }
    }

    /// Some push services want somebody to turn to, and take no name of this machine alone.
    private var contact: String {
        guard let pages = configuration.consoleURL, pages.hasPrefix("https://") else {
            return "mailto:tagalong@example.org"
        }
        return pages
    }

    /// How many of the items that somebody may see are left behind.
    private static func lost(_ viewer: Principal, in store: Store) throws -> Int {
        try store.alertStates().count { device, state in
            viewer.may(.lastPosition, device)
                && AlertEngine(record: String(decoding: state, as: UTF8.self))?.told == .critical
        }
    }
}

extension PushSender {
    /// As the routes know it, beside the service that tells.
    func desk(of service: NotificationService) -> PushDesk { desk { service.lookForChannels() } }

    /// As the routes know it, where somebody looks for browsers that have come or gone.
    func desk(_ look: @escaping @Sendable () -> Void) -> PushDesk {
        PushDesk(key: publicKey, accepts: accepts) {
            look()
        } test: { id in
            do throws(DeliveryFailure) {
                try await test(id, at: SystemUTCClock().now)
                return nil
            } catch {
                look()
                return error.description
            }
        }
    }
}
