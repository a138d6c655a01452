import Bluetooth
import Foundation
import JSON
import Messages
import TestSupport
import Testing
import Tracking

@testable import Gateway

/// Tags as a gateway with the shipped profiles hears them.
struct ForeignTags {
    let library: ProfileLibrary
    let now = Timestamp(seconds: 1000)

    init() throws { library = try ProfileLibrary(directories: [packageRoot.appending(path: "devices").path]) }

    func tag(
        _ address: String, _ advertisement: Advertisement, rssi: Int = -71, registered: Bool = false
    ) throws -> TagSighting {
        var sightings = TagSightings(library: library)
        var registry = TagRegistry()
        let address = try #require(BluetoothAddress(address))
        if registered {
            let device = DeviceID(owner: try Name("sam"), device: try Name("keys"))
            try registry.add(
                TagEntry(
                    device: device, item: try ItemName("Keys"), identity: .address(address), profile: try Name("itag")
                )
            )
        }
        let sighting = Sighting(
            tag: address, adapter: BluetoothAddress(bits: 0xAA), advertisement: advertisement, rssi: rssi
        )
        let tag = sightings.record(sighting, in: registry, at: now)
        return try #require(tag)
    }

    static let iTag = Advertisement(name: "iTAG", services: [BluetoothUUID(0xFFE0)])

    /// What BlueCharm's beacon sends: Theengs decoder, tests/BLE/test_ble.cpp.
    static let blueCharm = Self.made("4c000215426c7565436861726d426561636f6e730efe1355c5")

    static func made(_ digits: String) -> Advertisement {
        let bytes = ForeignText.bytes(hex: digits) ?? []
        return Advertisement(manufacturerData: [UInt16(bytes[0]) | UInt16(bytes[1]) << 8: Array(bytes.dropFirst(2))])
    }

    static func served(_ service: UInt16, _ digits: String) -> Advertisement {
        Advertisement(serviceData: [BluetoothUUID(service): ForeignText.bytes(hex: digits) ?? []])
    }
}

extension Message {
    var text: String { String(decoding: payload, as: UTF8.self) }
    var json: JSONValue { get throws { try JSONValue(payload) } }
}
