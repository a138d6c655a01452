import Bluetooth
import JSON
import Messages
import Testing
import Tracking

@testable import Gateway

@Suite struct ForeignOutputTests {
    private let tags: ForeignTags
    private let attic: Name

    init() throws { (tags, attic) = (try ForeignTags(), try Name("attic")) }

    private func output(_ format: ForeignFormat, room: String? = nil) throws -> ForeignOutput {
        try #require(ForeignOutput([format], gateway: attic, room: try room.map { try ItemName($0) }))
    }

    // MARK: ESPresense

    @Test func `a tag is told in ESPresense's format`() throws {
        var output = try output(.espresense)
        let tag = try tags.tag("C0:FF:EE:00:12:34", Advertisement(name: "Kitchen scale!"))
        let heard = output.heard(tag, rssi: -71, at: tags.now)
        let message = try #require(heard.first)
        #expect(message.topic == "espresense/devices/name:kitchen-scale/attic")
        #expect(!message.retained && message.quality == .atMostOnce)
        #expect(
            message.text == """
                {"mac":"c0ffee001234","id":"name:kitchen-scale","name":"Kitchen scale!","idType":35,"rssi@1m":-71,\
                "rssi":-71,"rxAdj":0,"raw":1,"distance":1,"var":0,"int":0,"tagalong":"attic"}
                """
        )
    }

    @Test(arguments: [
        (ForeignTags.blueCharm, "iBeacon:426c7565-4368-6172-6d42-6561636f6e73-3838-4949", 180),
        (
            // ESPresense, issue 475.
            ForeignTags.made("4c000215fda50693a4e24fb1afcfc6eb076478250064ffff1e"),
            "iBeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825-100-65535", 180
        ),
        (
            ForeignTags.served(0xFEAA, "00e700112233445566778899aabbccddeeff0000"),
            "eddy:0011223344445566778899-aabbccddeeff", 170
        ),
        (ForeignTags.iTag, "itag:c0ffee001234", 125),
        (Advertisement(name: "Nut", services: [BluetoothUUID(0x1803)]), "nut:c0ffee001234", 128),
        (Advertisement(name: "x", manufacturerData: [0x4D4B: [1]]), "iTrack:c0ffee001234", 127),
        (Advertisement(name: "Ключи"), "c0ffee001234", 5), (Advertisement(), "c0ffee001234", 5),
    ])
    func `of several ids the best one stands`(advertisement: Advertisement, id: String, type: Int) throws {
        let known = ESPresenseID(try tags.tag("C0:FF:EE:00:12:34", advertisement))
        #expect(known.text == id && known.type == type)
    }

    @Test func `an id that was written is read again`() throws {
        for advertisement in [
            ForeignTags.blueCharm, ForeignTags.served(0xFEAA, "00e700112233445566778899aabbccddeeff0000"),
        ] {
            let tag = try tags.tag("C0:FF:EE:00:12:34", advertisement)
            #expect(ESPresenseID.identity(ESPresenseID(tag).text) == tag.identity)
        }
        // Ten bytes of namespace, and a UUID without dashes, as earlier firmware wrote it.
        let plain = [
            "eddy:00112233445566778899-aabbccddeeff", "iBeacon:426c756543686172" + "6d426561636f6e73-3838-4949",
        ]
        #expect(plain.allSatisfy { ESPresenseID.identity($0) != nil })
        for text in ["", "iBeacon:", "iBeacon:1-2-3", "eddy:00-11", "itag:c0ffee001234", "eddy:-", "iBeacon:----"] {
            #expect(ESPresenseID.identity(text) == nil, "\(text)")
        }
    }

    @Test func `one that stays is told of each five seconds, and one that moves up to twice as often`() throws {
        var still = try output(.espresense)
        var moving = try output(.espresense)
        let tag = try tags.tag("C0:FF:EE:00:12:34", ForeignTags.iTag)
        var counts = (still: 0, moving: 0)
        for step in 0..<240 {
            let now = tags.now.advanced(by: .milliseconds(250 * Int64(step)))
            counts.still += still.heard(tag, rssi: -71, at: now).count
            counts.moving += moving.heard(tag, rssi: step % 40 < 20 ? -60 : -95, at: now).count
            if step % 4 == 0 { _ = (still.tick(at: now), moving.tick(at: now)) }
        }
        #expect(counts.still == 12)
        #expect((13...24).contains(counts.moving))
    }

    @Test func `what it hears in fifteen seconds is the mean, and how that varies`() throws {
        var output = try output(.espresense)
        let tag = try tags.tag("C0:FF:EE:00:12:34", ForeignTags.iTag)
        _ = output.heard(tag, rssi: -120, at: tags.now.advanced(by: .seconds(-60)))
        for (second, rssi) in [(0, -70), (1, -74), (2, -70)] {
            _ = output.heard(tag, rssi: rssi, at: tags.now.advanced(by: .seconds(second)))
        }
        let heard = output.heard(tag, rssi: -74, at: tags.now.advanced(by: .seconds(5)))
        let last = try #require(heard.first).json
        #expect(last["rssi"]?.number == -72 && last["rssiVar"]?.number == 4)
        #expect(last["int"]?.number == 13_000)
    }

    @Test func `the room says that it is there, and each fifteen seconds how it is`() throws {
        var output = try output(.espresense, room: "Living Room")
        #expect(output.state(.online).map(\.topic) == ["espresense/rooms/living_room/status"])
        #expect(output.state(.offline).allSatisfy { $0.retained && $0.text == "offline" })
        _ = output.heard(try tags.tag("C0:FF:EE:00:12:34", ForeignTags.iTag), rssi: -71, at: tags.now)
        var told: [Message] = []
        for second in 0..<31 { told += output.tick(at: tags.now.advanced(by: .seconds(second))) }
        #expect(told.map(\.topic) == Array(repeating: "espresense/rooms/living_room/telemetry", count: 3))
        #expect(
            told.last?.text == """
                {"uptime":30,"firm":"tagalong","adverts":1,"seen":1,"reported":1,"fingerprints":1,"tagalong":"attic"}
                """
        )
    }

    // MARK: room-assistant

    @Test func `a tag is told in room-assistant's format, and once more when it is not at home`() throws {
        var output = try output(.roomAssistant, room: "Living Room")
        let tag = try tags.tag("C0:FF:EE:00:12:34", ForeignTags.iTag, rssi: -59)
        let heard = output.heard(tag, rssi: -59, at: tags.now)
        let message = try #require(heard.first)
        #expect(
            message.topic
                == "room-assistant/entity/living-room/bluetooth-low-energy-presence-sensor/ble-c0ffee001234"
        )
        let power = Int(tag.pathLoss.powerAtOneMetre)
        let distance = try #require(try message.json["entity"]?["attributes"]?["distance"]?.number)
        #expect(
            message.text == """
                {"entity":{"attributes":{"distance":\(distance),"lastUpdatedAt":"1970-01-01T00:16:40.000Z"},\
                "id":"ble-c0ffee001234","name":"iTAG Room Presence","distributed":true,"stateLocked":true,\
                "distances":{"Living Room":{"lastUpdatedAt":"1970-01-01T00:16:40.000Z","distance":\(distance),\
                "outOfRange":false}},"timeout":60,"measuredValues":{"Living Room":{"rssi":-59,\
                "measuredPower":\(power)}},"state":"Living Room"},"hasAuthority":true}
                """
        )
        #expect(output.heard(tag, rssi: -59, at: tags.now.advanced(by: .seconds(4))).isEmpty)
        #expect(output.tick(at: tags.now.advanced(by: .seconds(63))).isEmpty)
        let left = output.tick(at: tags.now.advanced(by: .seconds(64)))
        let gone = try #require(left.first).json
        #expect(gone["entity"]?["state"]?.text == "not_home")
        #expect(gone["entity"]?["attributes"]?["distance"] == nil)
        #expect(output.tick(at: tags.now.advanced(by: .seconds(65))).isEmpty)
    }

    /// Both measurements of the example in docs/integrations/mqtt.md.
    @Test(arguments: [(-70.40174705168248, 3.6), (-79.81192947697268, 9.4), (-30, 0)])
    func `distances are those of room-assistant`(rssi: Double, distance: Double) {
        #expect(RoomAssistantOutput.distance(rssi, -59) == distance)
    }

    @Test func `an iBeacon is called by its numbers`() throws {
        var output = try output(.roomAssistant)
        let tag = try tags.tag("40:FF:EE:00:12:34", ForeignTags.blueCharm)
        let heard = output.heard(tag, rssi: -59, at: tags.now)
        let message = try #require(heard.first)
        #expect(message.topic.hasSuffix("/ble-426c7565436861726d426561636f6e73-3838-4949"))
    }

    // MARK: Theengs

    @Test func `a tag is told in Theengs' format, as it came`() throws {
        var output = try output(.theengs)
        var advertisement = ForeignTags.served(0xFEAA, "20000bb8")
        (advertisement.name, advertisement.txPower) = ("Bake", 4)
        advertisement.manufacturerData = [0x0499: [0x05, 0x12]]
        advertisement.serviceData[BluetoothUUID(0x180F)] = [0x64]
        let tag = try tags.tag("A4:C1:38:00:12:34", advertisement)
        let messages = output.heard(tag, rssi: -82, at: tags.now)
        #expect(messages.allSatisfy { $0.topic == "home/TheengsGateway/BTtoMQTT/A4C138001234" })
        let common = """
            {"manufacturerdata":"99040512","name":"Bake","id":"A4:C1:38:00:12:34","mac_type":0,"rssi":-82,"txpower":4,\
            "tagalong":"attic"
            """
        #expect(
            messages.map(\.text) == [
                common + #","servicedatauuid":"180f","servicedata":"64"}"#,
                common + #","servicedatauuid":"feaa","servicedata":"20000bb8"}"#,
            ]
        )
        #expect(output.heard(tag, rssi: -82, at: tags.now.advanced(by: .seconds(4))).isEmpty)
        #expect(output.state(.online).map(\.topic) == ["home/TheengsGateway/LWT"])
        #expect(try self.output(.theengs, room: "Hall").state(.online).map(\.topic) == ["home/hall/LWT"])
    }

    @Test func `an iBeacon is decoded as Theengs decodes it`() throws {
        var output = try output(.theengs)
        let tag = try tags.tag("C0:FF:EE:00:12:34", ForeignTags.blueCharm)
        #expect(
            output.heard(tag, rssi: -60, at: tags.now).map(\.text) == [
                """
                {"manufacturerdata":"4c000215426c7565436861726d426561636f6e730efe1355c5","id":"C0:FF:EE:00:12:34",\
                "mac_type":1,"rssi":-60,"txpower":-59,"tagalong":"attic","brand":"GENERIC","model":"iBeacon",\
                "model_id":"IBEACON","type":"BCON","mfid":"4c00","uuid":"426c7565436861726d426561636f6e73",\
                "major":3838,"minor":4949}
                """
            ]
        )
    }

    // MARK: All

    @Test func `formats, an unknown strength and a crowd`() throws {
        #expect(ForeignOutput([], gateway: attic, room: nil) == nil)
        var output = try #require(ForeignOutput(Set(ForeignFormat.allCases), gateway: attic, room: nil))
        let tag = try tags.tag("C0:FF:EE:00:12:34", ForeignTags.iTag)
        #expect(output.heard(tag, rssi: 127, at: tags.now).isEmpty && output.heard(tag, rssi: 0, at: tags.now).isEmpty)
        var count = 0
        for number in 0..<500 {
            var other = tag
            other.address = BluetoothAddress(bits: 0xC000_0000_0000 + UInt64(number))
            count += output.heard(other, rssi: -60, at: tags.now).count
        }
        #expect((ForeignOutput.mostMessages...ForeignOutput.mostMessages + 3).contains(count))
        _ = output.tick(at: tags.now)
        #expect(output.heard(tag, rssi: -60, at: tags.now).count == 3)
    }

    @Test(arguments: [
        // Addresses that change; a phone's with a name, too.
        ("40:FF:EE:00:12:34", Advertisement(name: "Sam's phone"), false),
        ("00:FF:EE:00:12:34", ForeignTags.iTag, false),
        // Those that stay.
        ("C0:FF:EE:00:12:34", ForeignTags.iTag, true), ("A4:C1:38:00:12:34", ForeignTags.iTag, true),
        // A beacon's name stays whatever its address does.
        ("40:FF:EE:00:12:34", ForeignTags.blueCharm, true),
        ("40:FF:EE:00:12:34", ForeignTags.served(0xFEAA, "00e700112233445566778899aabbccddeeff0000"), true),
        // Networks of finders.
        ("C0:FF:EE:00:12:34", ForeignTags.made("4c0012020001"), false),
        ("C0:FF:EE:00:12:34", ForeignTags.made("4c0010060319247bbc68"), false),
        ("C0:FF:EE:00:12:34", ForeignTags.served(0xFCB2, "0101"), false),
        ("C0:FF:EE:00:12:34", ForeignTags.served(0xFEAA, "40" + String(repeating: "ab", count: 20)), false),
        ("C0:FF:EE:00:12:34", ForeignTags.served(0xFD6F, "00"), false),
    ])
    func `who changes the address is told of only where registered`(
        address: String, advertisement: Advertisement, isTold: Bool
    ) throws {
        #expect(try tags.tag(address, advertisement).isLasting == isTold)
        #expect(try tags.tag(address, advertisement, registered: true).isLasting)
    }

    @Test(arguments: [
        ("40:FF:EE:00:12:34", AddressKind.registered, true), ("C0:FF:EE:00:12:34", .staticRandom, true),
        ("40:FF:EE:00:12:34", .resolvable, false), ("00:FF:EE:00:12:34", .nonResolvable, false),
    ])
    func `an address is of the kind that BlueZ tells, whatever its bits are`(
        address: String, kind: AddressKind, isTold: Bool
    ) throws {
        var tag = try tags.tag(address, ForeignTags.iTag)
        tag.addressKind = kind
        #expect(tag.isLasting == isTold)
    }
}
