import Tracking

extension ProfileLibrary {
    /// What is known without any file: our own tracker, and whatever is known by its identity resolving key alone.
    public static let standard = ProfileLibrary([tagalongT1, privateAddress].compactMap { $0 })

    /// Recognised by no pattern.
    private static let privateAddress = (try? Name("private-address")).map { name in
        TagProfile(name: name, model: "device with a private address")
    }

    private static let tagalongT1 = (try? Name("tagalong-t1")).map { name in
        TagProfile(
            name: name,
            model: "Tagalong T1",
            advertiseEvery: .seconds(1),
            patterns: [TagPattern(frame: .tagalong)],
            controls: TagControls(
                isTagalong: true, rings: [.standard], battery: .standardBattery, silence: .standardSilence
            )
        )
    }
}

extension TagControls.Ring {
    /// Immediate Alert: high alert, and none to stop.
    static let standard = Self(
        start: TagWrite(characteristic: .immediateAlert, value: AlertLevelValue.high.gattValue),
        stop: TagWrite(characteristic: .immediateAlert, value: AlertLevelValue.none.gattValue)
    )
}

extension TagCharacteristic {
    /// Alert Level of Immediate Alert.
    fileprivate static let immediateAlert = Self(
        service: StandardService.immediateAlert, uuid: StandardCharacteristic.alertLevel
    )

    /// Battery Level of Battery.
    static let standardBattery = Self(service: StandardService.battery, uuid: StandardCharacteristic.batteryLevel)

    /// Alert Level of Link Loss.
    fileprivate static let linkLoss = Self(service: StandardService.linkLoss, uuid: StandardCharacteristic.alertLevel)
}

extension TagWrite {
    /// Link Loss: no alert.
    static let standardSilence = Self(
        characteristic: .linkLoss, value: AlertLevelValue.none.gattValue, withResponse: true
    )
}
