import Bluetooth
import Messages
import Testing
import Tracking

@testable import Gateway

@Suite struct ForeignNewsTests {
    private func news(_ topic: String, _ payload: String) -> ForeignNews? {
        ForeignNews(Message(topic: topic, payload: Array(payload.utf8)), formats: Set(ForeignFormat.received))
    }

    private static let address = TagIdentity.address(BluetoothAddress(bits: 0xDC30_5678_9ABC))
    private static let uuid = BluetoothUUID("426c7565-4368-6172-6d42-6561636f6e73")

    @Test func `messages of real nodes are read`() throws {
        let beacon = TagIdentity.iBeacon(try #require(Self.uuid), major: 3838, minor: 4949)
        // ESPresense 1.5.2: issue 41.
        let old =
            #"{"id":"dc3056789abc","name":"MH","rssi@1m":-59,"rssi":-75,"mac":"dc3056789abc","raw":2.87,"distance":2.26,"speed":0}"#
        let heard = try #require(news("espresense/devices/dc3056789abc/maison", old))
        #expect(heard == ForeignNews(.espresense, "maison", .heard([Self.address], rssi: -75)))
        // As `fill` of the firmware of 2026 writes it.
        let new = """
            {"mac":"dc3056789abc","id":"iBeacon:426c7565-4368-6172-6d42-6561636f6e73-3838-4949","rssi@1m":-59,\
            "rssi":-70.55,"rxAdj":0,"rssiVar":3.21,"distance":2.68,"var":0.12,"close":true,"int":512}
            """
        #expect(
            news("espresense/devices/iBeacon:426c7565-4368-6172-6d42-6561636f6e73-3838-4949/hall", new)
                == ForeignNews(.espresense, "hall", .heard([beacon, Self.address], rssi: -71))
        )
        // Theengs gateway, docs/use/use.md.
        let raw =
            #"{"id":"DC:30:56:78:9A:BC","mac_type":1,"manufacturerdata":"4c0010060319247bbc68","rssi":-74,"txpower":12}"#
        #expect(
            news("home/OMG_ESP32/BTtoMQTT/undecoded", raw)
                == ForeignNews(.theengs, "OMG_ESP32", .heard([Self.address], rssi: -74))
        )
        // Theengs decoder, tests/BLE/test_ble.cpp: as decoded, and as it came.
        let decoded = """
            {"id":"DC:30:56:78:9A:BC","rssi":-60,"brand":"GENERIC","model":"iBeacon","model_id":"IBEACON","type":"BCON",\
            "mfid":"4c00","uuid":"426c7565436861726d426561636f6e73","major":3838,"minor":4949,"txpower":-59}
            """
        let undecoded = """
            {"manufacturerdata":"4c000215426c7565436861726d426561636f6e730efe1355c5","id":"DC:30:56:78:9A:BC","rssi":-60}
            """
        for payload in [decoded, undecoded] {
            #expect(
                news("home/TheengsGateway/BTtoMQTT/DC3056789ABC", payload)
                    == ForeignNews(.theengs, "TheengsGateway", .heard([beacon, Self.address], rssi: -60))
            )
        }
        let uid =
            #"{"id":"x","rssi":-60,"servicedatauuid":"0xfeaa","servicedata":"00e700112233445566778899aabbccddeeff"}"#
        let id = ForeignText.bytes(hex: "00112233445566778899aabbccddeeff") ?? []
        #expect(news("home/T/BTtoMQTT/X", uid)?.word == .heard([.eddystone(id)], rssi: -60))
    }

    @Test(arguments: [
        ("espresense/rooms/hall/status", "online", ForeignNews.Word.state(.online)),
        ("espresense/rooms/hall/status", "offline", .state(.offline)), ("home/hall/LWT", "offline", .state(.offline)),
        ("espresense/rooms/hall/telemetry", #"{"uptime":12}"#, .alive),
        ("home/hall/BTtoMQTT/DC3056789ABC", #"{"id":"DC:30:56:78:9A:BC","presence":"absent"}"#, .alive),
        ("espresense/devices/x/hall", #"{"mac":"dc3056789abc","rssi":-60,"tagalong":"attic"}"#, .ours),
        ("espresense/devices/x/hall", #"{"mac":"dc3056789abc","rssi":900}"#, .alive),
    ])
    func `states, signs of life and our own words are told apart`(
        topic: String, payload: String, word: ForeignNews.Word
    ) {
        #expect(news(topic, payload)?.node == "hall" && news(topic, payload)?.word == word)
    }

    @Test(arguments: [
        "espresense/settings/x/config", "espresense/rooms/hall/max_distance", "espresense/devices/x/hall/battery",
        "home/hall/SYStoMQTT", "home/kitchen/light/state", "owntracks/sam/phone", "espresense/devices/x/",
        "tagalong/gateway/hall/status", "home/hall",
    ])
    func `other topics are nobody's`(topic: String) { #expect(news(topic, "{}") == nil) }

    @Test(arguments: ["", "{", "[]", "7", "\u{0}", #"{"a":1,"a":2}"#, String(repeating: "[", count: 5000)])
    func `what cannot be read is told as that`(payload: String) {
        for topic in ["espresense/devices/x/hall", "home/hall/BTtoMQTT/X"] {
            guard case .unreadable? = news(topic, payload)?.word else {
                Issue.record("\(topic) \(payload)")
                continue
            }
        }
        #expect(news("home/hall/LWT", "perhaps")?.word == .unreadable("online or offline"))
    }
}
