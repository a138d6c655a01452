import Bluetooth

extension CharacteristicProperties {
    /// Whether a value is to be written by a request, which the tag answers, rather than by a command.
    ///
    /// As it is wanted where the characteristic takes both. What takes one of them gets that one: bluetoothd sends a
    /// command whatever the properties say (BlueZ, src/gatt-client.c), and a tag drops one that it does not take without
    /// a word (Core Specification 5.4, volume 3, part F, section 3.4.5.3), so that nobody would learn of it. To a request
    /// it has to say that it refuses; so what takes neither gets one.
    func takesRequest(wanted isWanted: Bool) -> Bool {
        guard contains(.writeWithoutResponse) else { return true }
        return contains(.write) && isWanted
    }
}
