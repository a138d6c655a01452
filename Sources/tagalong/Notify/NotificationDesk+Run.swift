import API
import Notifications
import Tracking

extension NotificationDesk {
    /// The channels of a service, as `tagalong notify` shows them; without one there are none.
    init(_ run: NotificationRun?, files: NotificationFiles, running: NotificationConfiguration?) {
        self.init {
            guard let run, let running else { return [] }
            return try ChannelLine.all(of: running, run.outbox).map(\.json)
        } file: {
            files.standing(beside: running)
        } test: { name in
            switch await run?.service.test(name) {
            case nil: nil
            case .delivered: Test(.delivered)
            case .refused(let reason): Test(.refused, reason: reason)
            case .unreachable(let reason): Test(.unreachable, reason: reason)
            }
        }
    }
}
