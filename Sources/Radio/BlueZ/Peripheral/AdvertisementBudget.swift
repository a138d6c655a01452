import Bluetooth

/// How many bytes an advertisement takes in the packets in which bluetoothd puts it.
struct AdvertisementBudget: Hashable {
    /// What a legacy packet holds: Core Specification 5.4, volume 6, part B, section 2.3.1.
    static let limit = 31

    /// What is sent all the time.
    let packet: Int
    /// What is sent to whoever asks: the name.
    let scanResponse: Int

    /// Each structure has a byte for its length and one for its type.
    init(_ advertisement: Advertisement, appearance: UInt16? = nil) {
        let flags = 3
        let power = advertisement.txPower == nil ? 0 : 3
        let look = appearance == nil ? 0 : 4
        let short = advertisement.services.count { $0.short != nil }
        let long = advertisement.services.count - short
        let services = (short > 0 ? 2 + 2 * short : 0) + (long > 0 ? 2 + 16 * long : 0)
        let serviceData = advertisement.serviceData.reduce(0) { $0 + 2 + $1.key.littleEndian.count + $1.value.count }
        let manufacturerData = advertisement.manufacturerData.values.reduce(0) { $0 + 4 + $1.count }
        packet = flags + power + look + services + serviceData + manufacturerData
        scanResponse = advertisement.name.map { 2 + $0.utf8.count } ?? 0
    }

    /// Says what does not fit.
    func check() throws(RadioError) {
        guard packet <= Self.limit else {
            throw .failed("the advertisement takes \(packet) bytes, but a packet holds \(Self.limit)")
        }
        guard scanResponse <= Self.limit else {
            throw .failed("the name takes \(scanResponse - 2) bytes, but the answer to a scan holds \(Self.limit - 2)")
        }
    }
}
