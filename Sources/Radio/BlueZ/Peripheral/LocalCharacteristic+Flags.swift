import Bluetooth

extension LocalCharacteristic {
    /// The characteristic's flags as bluetoothd understands them.
    ///
    /// `encrypt-write` brings the property Write along: a characteristic that is written without response over
    /// encrypted links alone can be written with response as well.
    var flags: [String] {
        let names: [(CharacteristicProperties, String)] = [
            (.read, needsEncryption ? "encrypt-read" : "read"),
            (.writeWithoutResponse, "write-without-response"),
            (.write, needsEncryption ? "encrypt-write" : "write"),
            (.notify, needsEncryption ? "encrypt-notify" : "notify"),
            (.indicate, needsEncryption ? "encrypt-indicate" : "indicate"),
        ]
        var flags = names.filter { properties.contains($0.0) }.map(\.1)
        if needsEncryption, properties.contains(.writeWithoutResponse), !flags.contains("encrypt-write") {
            flags.append("encrypt-write")
        }
        return flags
    }

    /// How many attributes it takes at most: declaration, value, client configuration, extended properties.
    var attributeLimit: UInt16 { 4 }
}
