/// The keys at the top of `devices/NAME.yaml`, which the simulator and the gateway read, each its own part.
package enum DeviceFileKey: String, SettingsKey {
    case model, firmware
    case keepsFixes = "keeps-fixes"
    case savesPower = "saves-power"
    // What the simulator needs; the gateway reads the strength of the signal in the first.
    case bluetooth, gnss, modem, processor, battery
    // For the gateway: how it recognises a tag, and what it reads and writes there.
    case recognise, gatt
}

/// The keys of the section `bluetooth` in `devices/NAME.yaml`.
package enum DeviceBluetoothKey: String, SettingsKey {
    case advertiseEvery = "advertise-every"
    case rotateEvery = "rotate-every"
    case separatedAfter = "separated-after"
    case reportEvery = "report-every"
    case range = "range-m"
    case referenceRSSI = "rssi-at-1m-dbm"
    case pathLossExponent = "path-loss-exponent"
    case loss
    case event = "event-ms"
    case transmit = "transmit-ma"

    /// What a signal strength at a metre can be, in dBm.
    package static let referenceRange = -100.0...0
    /// What a path loss exponent can be.
    package static let exponentRange = 1.0...6
}
