import Bluetooth

/// What a controller has heard of a tag, as the kernel passes it on to those who watch.
struct AdvertisingReport: Hashable, Sendable {
    /// Which controller: 0 is `hci0`.
    let controller: Int
    let address: BluetoothAddress
    /// In dBm; nil when the controller does not know it.
    let rssi: Int?
    /// Whether it is what the tag has answered to the controller's asking, right after the advertisement itself.
    let isScanResponse: Bool
    /// Whether the data go on in a further report of the same advertisement, which is an extended one then.
    let goesOn: Bool
    /// Whether the rest of the data was lost on the air.
    let isCutOff: Bool
    /// The number of the advertising set, which tells several of one tag apart; 0xFF for none.
    let set: UInt8
    /// The advertising data: structures of length, type and value.
    let data: [UInt8]

    /// The reports in a packet of the HCI monitor channel.
    ///
    /// The packet's header is BlueZ's (doc/btsnoop.txt); the events are those of Core Specification 5.4, volume 4,
    /// part E, sections 7.7.65.2 and 7.7.65.13. What is cut off is left out.
    static func reports(inMonitorPacket packet: [UInt8]) -> [AdvertisingReport] {
        var bytes = ByteCursor(packet[...])
        guard bytes.uint16() == 3, let controller = bytes.uint16(), let length = bytes.uint16() else { return [] }
        guard let event = bytes.bytes(Int(length)) else { return [] }
        bytes = ByteCursor(event)
        // An LE meta event.
        guard bytes.uint8() == 0x3E, let size = bytes.uint8(), let parameters = bytes.bytes(Int(size)) else {
            return []
        }
        bytes = ByteCursor(parameters)
        switch bytes.uint8() {
        case 0x02: return reports(&bytes, Int(controller), legacy)
        case 0x0D: return reports(&bytes, Int(controller), extended)
        default: return []
        }
    }

    private static func reports(
        _ bytes: inout ByteCursor, _ controller: Int, _ read: (inout ByteCursor, Int) -> AdvertisingReport?
    ) -> [AdvertisingReport] {
        var reports: [AdvertisingReport] = []
        for _ in 0..<(bytes.uint8() ?? 0) {
            guard let report = read(&bytes, controller) else { break }
            reports.append(report)
        }
        return reports
    }

    private static func legacy(_ bytes: inout ByteCursor, _ controller: Int) -> AdvertisingReport? {
        // Before the address, its type.
        guard let event = bytes.uint8(), bytes.uint8() != nil, let address = bytes.address() else { return nil }
        guard let length = bytes.uint8(), let data = bytes.bytes(Int(length)), let rssi = bytes.uint8() else {
            return nil
        }
        return AdvertisingReport(controller, address, rssi, data, isScanResponse: event == 0x04)
    }

    private static func extended(_ bytes: inout ByteCursor, _ controller: Int) -> AdvertisingReport? {
        // Before the address, its type.
        guard let event = bytes.uint16(), bytes.uint8() != nil, let address = bytes.address() else { return nil }
        // Both PHYs before the set, the power behind it.
        guard bytes.uint16() != nil, let set = bytes.uint8(), bytes.uint8() != nil, let rssi = bytes.uint8() else {
            return nil
        }
        // Periodic interval, whom it is meant for.
        guard bytes.bytes(9) != nil, let length = bytes.uint8(), let data = bytes.bytes(Int(length)) else { return nil }
        return AdvertisingReport(
            controller, address, rssi, data, isScanResponse: event & 0x0008 != 0, goesOn: event & 0x60 == 0x20,
            isCutOff: event & 0x60 == 0x40, set: set)
    }

    private init(
        _ controller: Int,
        _ address: BluetoothAddress,
        _ rssi: UInt8,
        _ data: ArraySlice<UInt8>,
        isScanResponse: Bool,
        goesOn: Bool = false,
        isCutOff: Bool = false,
        set: UInt8 = 0xFF
    ) {
        (self.isScanResponse, self.goesOn, self.isCutOff, self.set) = (isScanResponse, goesOn, isCutOff, set)
        self.controller = controller
        self.address = address
        let strength = Int(Int8(bitPattern: rssi))
        self.rssi = (-127...20).contains(strength) ? strength : nil
        self.data = Array(data)
    }
}
