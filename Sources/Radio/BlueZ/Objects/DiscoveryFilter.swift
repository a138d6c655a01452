import SystemBus

/// What to ask of bluetoothd's discovery.
enum DiscoveryFilter {
    /// The filter that makes bluetoothd tell every report, without a gap between its rounds.
    ///
    /// Up to version 5.87 any filter does. Later ones want a strength in it, or signal only changes of 8 dB; but then
    /// the kernel drops reports without a strength, all that some controllers have.
    static func everything(version: Int?) -> BusDictionary {
        guard let version, version <= 587 else {
            return ["Transport": "le", "DuplicateData": true, "RSSI": .int16(-127)]
        }
        return ["Transport": "le", "DuplicateData": true]
    }

    /// bluetoothd's version, 100 · major + minor, out of an adapter's Modalias, `usb:v1D6Bp0246d0542` for 5.66; nil
    /// when somebody has configured another identity.
    static func version(ofModalias modalias: String) -> Int? {
        let prefix = "usb:v1D6Bp0246d"
        guard modalias.hasPrefix(prefix), modalias.utf8.count == prefix.utf8.count + 4 else { return nil }
        return UInt16(modalias.dropFirst(prefix.count), radix: 16).map { Int($0 >> 8) * 100 + Int($0 & 0xFF) }
    }
}
