import Air
import Bluetooth
import Foundation
import TestSupport
import Tracking

/// Times and names that the tests of simulated tags share.
enum TagFixtures {
    static let start = Timestamp(seconds: 1_800_000_000)
    static let open = LinkState(isEncrypted: false, isBonded: false)

    /// So long after the start.
    static func after(minutes: Double = 0, milliseconds: Int64 = 0) -> Timestamp {
        start.advanced(by: .milliseconds(Int64(minutes * 60_000) + milliseconds))
    }

    static let alert = AttributeName(
        service: StandardService.immediateAlert,
        characteristic: StandardCharacteristic.alertLevel
    )
    static let linkLoss = AttributeName(
        service: StandardService.linkLoss,
        characteristic: StandardCharacteristic.alertLevel
    )
    static let battery = AttributeName(
        service: StandardService.battery,
        characteristic: StandardCharacteristic.batteryLevel
    )

    /// The profiles that are shipped.
    static func library() throws -> ProfileLibrary {
        try ProfileLibrary(directories: [packageRoot.appending(path: "devices").path])
    }

    /// All that can be named in a tag, and some that cannot.
    static func names(of tag: TagServices) -> [AttributeName] {
        tag.services.flatMap { service in
            service.characteristics.map { AttributeName(service: service.uuid, characteristic: $0.uuid) }
        } + [AttributeName(service: BluetoothUUID(0x1234), characteristic: BluetoothUUID(0x5678))]
    }
}

extension TagServices {
    /// A tag of one part that a central has connected to.
    init(connected part: any TagPart, subscribedTo names: [AttributeName] = []) {
        self.init([part], at: TagFixtures.start)
        _ = handle(.link(isUp: true))
        for name in names { _ = subscribed(to: name, true) }
        _ = takeEffects()
    }
}
