import Messages
import Tracking

extension ProfileLibrary {
    /// What is known without any file: our own tracker.
    public static let standard = ProfileLibrary(tagalongT1.map { [$0] } ?? [])

    private static let tagalongT1 = (try? Name("tagalong-t1")).map { name in
        TagProfile(
            name: name,
            model: "Tagalong T1",
            patterns: [TagPattern(frame: .tagalong)],
            controls: TagControls(
                isTagalong: true,
                rings: [.standard],
                battery: .standardBattery,
                silence: .standardSilence
            )
        )
    }
}

extension TagControls.Ring {
    /// Immediate Alert: high alert, and none to stop.
    static let standard = Self(
        start: TagWrite(characteristic: .immediateAlert, value: [2]),
        stop: TagWrite(characteristic: .immediateAlert, value: [0])
    )
}

extension TagCharacteristic {
    /// Alert Level of Immediate Alert.
    fileprivate static let immediateAlert = Self(service: BluetoothUUID(0x1802), uuid: BluetoothUUID(0x2A06))

    /// Battery Level of Battery.
    static let standardBattery = Self(service: BluetoothUUID(0x180F), uuid: BluetoothUUID(0x2A19))

    /// Alert Level of Link Loss.
    fileprivate static let linkLoss = Self(service: BluetoothUUID(0x1803), uuid: BluetoothUUID(0x2A06))
}

extension TagWrite {
    /// Link Loss: no alert.
    static let standardSilence = Self(characteristic: .linkLoss, value: [0], withResponse: true)
}
