import Bluetooth
import SystemBus

/// What bluetoothd tells of a tag over one adapter.
struct DeviceObject: Hashable, Sendable {
    /// What an update of a tag's properties means.
    struct News: Hashable, Sendable {
        /// The strength of a report that has come in.
        var rssi: Int?
        /// Whether it proves that the adapter hears.
        var isLifeSign = false
        /// Whether the advertisement or the bond reads differently now, or was sent again.
        var isSighting = false
    }

    let adapter: ObjectPath
    var address: BluetoothAddress
    /// Whether the address is a random one rather than a registered one; nil where that is not told.
    var hasRandomAddress: Bool?
    var advertisement = Advertisement()
    var isPaired = false
    /// Nil where bluetoothd is older than this property.
    var isBonded: Bool?
    var isConnected = false
    var isResolved = false

    /// Whether there is a bond that outlives the link.
    var hasBond: Bool { isPaired && isBonded ?? true }

    /// Nil without an address.
    init?(_ properties: [String: BusValue], of adapter: ObjectPath) {
        guard let address = properties["Address"]?.text.flatMap({ BluetoothAddress($0) }) else { return nil }
        self.adapter = adapter
        self.address = address
        update(properties)
    }

    @discardableResult
    mutating func update(_ properties: [String: BusValue]) -> News {
        var news = News()
        for (name, value) in properties {
            switch name {
            case "RSSI": record(value.integer, &news)
            case "AddressType": hasRandomAddress = value.text.map { $0 == "random" }
            case "Connected": isConnected = value.flag ?? isConnected
            case "ServicesResolved": isResolved = value.flag ?? isResolved
            case "Address":
                address = value.text.flatMap { BluetoothAddress($0) } ?? address
                news.isSighting = true
            case "Paired", "Bonded":
                if name == "Paired" { isPaired = value.flag ?? isPaired } else { isBonded = value.flag }
                news.isSighting = true
            default:
                guard let isLifeSign = advertisement.update(name, value) else { continue }
                news.isSighting = true
                news.isLifeSign = news.isLifeSign || isLifeSign
            }
        }
        return news
    }

    /// Even a report without a strength, 127, is one; 0 says that scanning has ended.
    private func record(_ rssi: Int?, _ news: inout News) {
        guard let rssi, rssi != 0 else { return }
        news.isLifeSign = true
        news.isSighting = true
        if (-127...20).contains(rssi) { news.rssi = rssi }
    }
}

extension Advertisement {
    /// Takes in a property of a device; tells whether only an advertisement changes it, not the reading of services;
    /// nil when it is no part of one.
    fileprivate mutating func update(_ name: String, _ value: BusValue) -> Bool? {
        switch name {
        case "Name":
            self.name = value.text
            return false
        case "UUIDs":
            services = Set((value.texts ?? []).compactMap { BluetoothUUID($0) })
            return false
        case "TxPower":
            txPower = value.integer
            return true
        case "ServiceData":
            for pair in value.pairs ?? [] {
                guard let key = pair.key.text.flatMap({ BluetoothUUID($0) }) else { continue }
                serviceData[key] = pair.value.data
            }
            return true
        case "ManufacturerData":
            for pair in value.pairs ?? [] {
                guard let key = pair.key.integer.flatMap({ UInt16(exactly: $0) }) else { continue }
                manufacturerData[key] = pair.value.data
            }
            return true
        default: return nil
        }
    }
}
