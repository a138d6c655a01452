import Messages
import Store
import Tracking

extension StoredFix {
    init(_ location: LocationMessage, _ fix: Fix, of device: DeviceID, received: Timestamp) {
        self.init(
            device: device,
            fix: fix,
            mark: location.mark,
            mode: location.mode,
            source: location.source,
            trigger: location.trigger,
            connection: location.connection,
            battery: location.battery,
            gateway: location.gateway,
            received: received,
            extra: location.keptObject(of: device)
        )
    }
}
