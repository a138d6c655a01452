import Messages
import TestSupport
import Testing
import Tracking

/// What a gateway says of itself and is asked for, byte for byte.
struct GatewayPayloadTests {
    private func expect<Value: Payload & Equatable>(_ value: Value, _ literal: String) throws {
        #expect(text(value.encoded()) == literal)
        #expect(try Value(decoding: bytes(literal)) == value)
    }

    private var seen: SeenMessage {
        var seen = SeenMessage(time: Sample.time, address: "C0:FF:EE:00:12:34", adapter: "00:1A:7D:DA:71:13")
        (seen.name, seen.profile, seen.model) = ("iTAG", "itag", "iTag clone")
        (seen.rssi, seen.distance, seen.battery) = (-71, 3.125, 80)
        return seen
    }

    private let seenText = """
        {"_type":"seen","time":"2026-05-01T09:00:00.250Z","address":"C0:FF:EE:00:12:34",\
        "adapter":"00:1A:7D:DA:71:13","name":"iTAG","profile":"itag","model":"iTag clone","rssi":-71,\
        "distance_m":3.125,"battery":80}
        """

    @Test func `a tag in reach`() throws {
        try expect(seen, seenText)
        var beacon = SeenMessage(time: Sample.time, address: "00:00:00:00:00:01", adapter: "00:00:00:00:00:02")
        (beacon.identity, beacon.tracker) = ("eddystone:000102030405060708090A0B0C0D0E0F", "sam/purse")
        try expect(
            beacon,
            """
            {"_type":"seen","time":"2026-05-01T09:00:00.250Z","address":"00:00:00:00:00:01",\
            "adapter":"00:00:00:00:00:02","identity":"eddystone:000102030405060708090A0B0C0D0E0F","tracker":"sam/purse"}
            """
        )
    }

    @Test func `a tag in a finding network`() throws {
        var tag = SeenMessage(time: Sample.time, address: "00:00:00:00:00:01", adapter: "00:00:00:00:00:02")
        (tag.profile, tag.isSeparated, tag.kind, tag.counter) = ("smarttag", false, "airtag", 4_294_967_295)
        let start =
            #"{"_type":"seen","time":"2026-05-01T09:00:00.250Z","address":"00:00:00:00:00:01","#
            + #""adapter":"00:00:00:00:00:02","profile":"smarttag","#
        try expect(tag, start + #""separated":false,"kind":"airtag","counter":4294967295}"#)
        tag.isSeparated = nil
        try expect(tag, start + #""kind":"airtag","counter":4294967295}"#)
    }

    @Test func `a tag's sensors, in reach and paired`() throws {
        let readings = SensorReadings(
            batteryMillivolts: 2977,
            temperature: 24.3,
            humidity: 53.49,
            pressure: 1000.44,
            x: 0.004,
            y: -0.004,
            z: 1.036
        )
        var tag = SeenMessage(time: Sample.time, address: "00:00:00:00:00:01", adapter: "00:00:00:00:00:02")
        tag.readings = readings
        let keys = """
            "battery_mv":2977,"temperature_c":24.3,"humidity":53.49,"pressure_hpa":1000.44,"accel_x_g":0.004,\
            "accel_y_g":-0.004,"accel_z_g":1.036
            """
        try expect(
            tag,
            """
            {"_type":"seen","time":"2026-05-01T09:00:00.250Z","address":"00:00:00:00:00:01",\
            "adapter":"00:00:00:00:00:02",\(keys)}
            """
        )
        try expect(
            SensorsMessage(time: Sample.time, gateway: Name("attic"), battery: 80, readings: readings),
            #"{"_type":"sensors","time":"2026-05-01T09:00:00.250Z","gateway":"attic","battery":80,\#(keys)}"#
        )
    }

    @Test func `a request`() throws {
        var pair = GatewayRequest(transaction: "p-1", tag: "C0:FF:EE:00:12:34")
        (pair.owner, pair.device, pair.item) = (try Name("sam"), try Name("keys"), "Sam's Keys")
        pair.reportEvery = 600
        try expect(
            pair,
            """
            {"_type":"request","transaction":"p-1","tag":"C0:FF:EE:00:12:34","owner":"sam","device":"keys",\
            "item":"Sam's Keys","report_every_s":600}
            """
        )
        var answer = GatewayRequest(transaction: "p-1")
        answer.isConfirmed = false
        try expect(answer, #"{"_type":"request","transaction":"p-1","confirm":false}"#)
        (answer.isConfirmed, answer.passkey, answer.stops) = (nil, 12_345, true)
        try expect(answer, #"{"_type":"request","transaction":"p-1","passkey":12345,"stop":true}"#)
    }

    @Test func `a response`() throws {
        var question = GatewayResponse(transaction: "p-1", state: .confirm)
        (question.number, question.message) = (12_345, "does the tag show 012345?")
        try expect(
            question,
            """
            {"_type":"response","transaction":"p-1","state":"confirm","message":"does the tag show 012345?",\
            "number":12345}
            """
        )
        try expect(
            GatewayResponse(transaction: "", error: "nobody is there"),
            #"{"_type":"response","transaction":"","state":"failed","ok":false,"error":"nobody is there"}"#
        )
        var scan = GatewayResponse(transaction: "s", state: .done)
        scan.tags = [seen]
        let tag = seenText.replacing(#""_type":"seen","#, with: "")
        try expect(scan, #"{"_type":"response","transaction":"s","state":"done","ok":true,"tags":["# + tag + "]}")
        var adapters = GatewayResponse(transaction: "a", state: .done)
        adapters.adapters = [.init(name: "hci0", health: "scanning", address: "00:1A:7D:DA:71:13")]
        try expect(
            adapters,
            """
            {"_type":"response","transaction":"a","state":"done","ok":true,\
            "adapters":[{"name":"hci0","health":"scanning","address":"00:1A:7D:DA:71:13"}]}
            """
        )
    }

    @Test func `a calibration, asked for and answered`() throws {
        var measure = GatewayRequest(transaction: "c-1", tag: "sam/keys")
        (measure.action, measure.distance, measure.seconds) = (.measure, 5, 30)
        try expect(
            measure,
            """
            {"_type":"request","transaction":"c-1","tag":"sam/keys","action":"measure","distance_m":5,"seconds":30}
            """
        )
        var status = CalibrationStatus(
            usual: .init(powerAtOneMetre: -59, exponent: 2), stored: .init(powerAtOneMetre: -61.5, exponent: 2.13),
            levels: [.init(distance: 4.572, strength: -75.9, reports: 29)]
        )
        status.measuring = .init(distance: 10, reports: 0, secondsLeft: 27)
        status.found = .init(powerAtOneMetre: -62.1, exponent: 2, factor: 1.4)
        status.problem = "measure again"
        var response = GatewayResponse(transaction: "c-1", state: .working)
        (response.tracker, response.calibration) = ("sam/keys", status)
        try expect(
            response,
            """
            {"_type":"response","transaction":"c-1","state":"working","tracker":"sam/keys",\
            "calibration":{"usual":{"rssi_1m_dbm":-59,"exponent":2},"stored":{"rssi_1m_dbm":-61.5,"exponent":2.13},\
            "levels":[{"distance_m":4.572,"rssi":-75.9,"reports":29}],\
            "measuring":{"distance_m":10,"reports":0,"left_s":27},\
            "found":{"rssi_1m_dbm":-62.1,"exponent":2,"factor":1.4},"problem":"measure again"}}
            """
        )
    }

    @Test func `proximity as one of several gateways says it`() throws {
        try expect(
            ProximityMessage(
                time: Sample.time,
                gateway: try Name("attic"),
                rssi: -71,
                distance: 3.125,
                sigma: 1.5,
                samples: 12,
                adapter: "00:1A:7D:DA:71:13",
                isHeld: true
            ),
            """
            {"_type":"proximity","time":"2026-05-01T09:00:00.250Z","gateway":"attic","rssi":-71,"distance_m":3.125,\
            "sigma_m":1.5,"samples":12,"adapter":"00:1A:7D:DA:71:13","held":true}
            """
        )
    }

    @Test(arguments: [
        (GatewayStatus(state: .offline), true), (GatewayStatus(state: .online), false),
        (GatewayStatus(state: .online, adapters: [.init(name: "a", health: "stalled")]), true),
        (
            GatewayStatus(
                state: .online,
                adapters: [.init(name: "a", health: "off"), .init(name: "b", health: "scanning")]
            ), false
        ),
    ])
    func `a gateway is blind when it is gone, or none of its adapters hears`(status: GatewayStatus, isBlind: Bool) {
        #expect(status.isBlind == isBlind)
    }
}
