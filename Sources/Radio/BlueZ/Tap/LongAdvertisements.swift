import Bluetooth

/// Reads what bluetoothd keeps to itself of long advertisements, from the reports of the monitor channel.
///
/// Up to April 2024 bluetoothd passes on no service data and no manufacturer data of more than 27 bytes: what it keeps of
/// a device is sized for a legacy advertisement, of 31 bytes in all (`BT_AD_MAX_DATA_LEN`, src/shared/ad.h;
/// [bluez#832](https://github.com/bluez/bluez/issues/832)). A legacy advertisement holds no more, so only longer ones are
/// read here.
struct LongAdvertisements: Sendable {
    private struct Key: Hashable {
        let controller: Int
        let address: BluetoothAddress
        let set: UInt8
        let isScanResponse: Bool
    }

    /// The data of reports that go on.
    private var beginnings: [Key: [UInt8]] = [:]

    /// The most bytes in a legacy advertisement (Core Specification 5.4, volume 6, part B, section 2.3.1.1).
    private static let legacy = 31
    /// The most bytes in an extended advertisement (ibid., section 4.4.2.4).
    private static let longest = 1650
    /// A controller tells one advertisement to its end before the next, so there are few beginnings at a time.
    private static let mostBeginnings = 64

    /// What a long advertisement says that bluetoothd may have dropped: its service and manufacturer data; nil for a
    /// short one, one that goes on, and one that cannot be read.
    mutating func data(in report: AdvertisingReport) -> Advertisement? {
        let key = Key(
            controller: report.controller, address: report.address, set: report.set,
            isScanResponse: report.isScanResponse
        )
        let data = beginnings.isEmpty ? report.data : (beginnings.removeValue(forKey: key) ?? []) + report.data
        guard data.count <= Self.longest, !report.isCutOff else { return nil }
        if report.goesOn {
            if beginnings.count >= Self.mostBeginnings { beginnings = [:] }
            beginnings[key] = data
            return nil
        }
        guard data.count > Self.legacy, let all = try? Advertisement(decoding: data) else { return nil }
        // The name and the rest come by way of bluetoothd, which knows a whole name from a short one.
        let long = Advertisement(serviceData: all.serviceData, manufacturerData: all.manufacturerData)
        return long == Advertisement() ? nil : long
    }
}
