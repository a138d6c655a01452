import Bluetooth
import TestSupport
import Testing

/// Golden bytes of the makers' documents and of public decoders' tests.
struct SensorFrameTests {
    private func found(_ profile: String) throws -> Recognition {
        try #require(try shippedLibrary().recognise(GoldenAdvertisement.of(profile)))
    }

    private func close(_ value: Double?, _ expected: Double?, within tolerance: Double = 1e-6) -> Bool {
        guard let value, let expected else { return value == nil && expected == nil }
        return abs(value - expected) <= tolerance
    }

    /// Ruuvi, "Data format 5", test vectors: valid data, highest values, lowest values, nothing measured.
    @Test(
        arguments: [
            ("0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F", 24.3, 53.49, 1000.44, 0.004, -0.004, 1.036, 2977),
            (
                "057FFFFFFEFFFE7FFF7FFF7FFFFFDEFEFFFECBB8334C884F", 163.835, 163.835, 1155.34, 32.767, 32.767, 32.767,
                3646
            ),
            ("058001000000008001800180010000000000CBB8334C884F", -163.835, 0, 500, -32.767, -32.767, -32.767, 1600),
            ("058000FFFFFFFF800080008000FFFFFFFFFFFFFFFFFFFFFF", nil, nil, nil, nil, nil, nil, nil),
        ] as [(String, Double?, Double?, Double?, Double?, Double?, Double?, Int?)]
    )
    func `a RuuviTag tells what it measures, and nothing of what it does not`(
        text: String, degrees: Double?, humidity: Double?, pressure: Double?, x: Double?, y: Double?, z: Double?,
        millivolts: Int?
    ) throws {
        let telemetry = try #require(RuuviFrame(hex(text))).telemetry
        #expect(close(telemetry.temperature, degrees) && close(telemetry.humidity, humidity))
        #expect(close(telemetry.pressure, pressure) && telemetry.batteryMillivolts == millivolts)
        let acceleration = telemetry.acceleration
        #expect(close(acceleration?.x, x) && close(acceleration?.y, y) && close(acceleration?.z, z))
    }

    @Test func `a RuuviTag's sensors go with its recognition`() throws {
        let found = try found("ruuvi")
        #expect(found.telemetry?.batteryMillivolts == 2977 && found.profile.controls.isPresenceOnly)
    }

    /// theengs/decoder, test_ble.cpp; the temperatures and humidities that it expects are cut to hundredths.
    @Test(
        arguments: [
            ("2101070E5B154F2169", 3675, 21.31, 33.41, nil), ("2101070E5BFFC01F95", 3675, -0.25, 31.58, nil),
            ("21010F0E5BEFBB42D1FFC200000407", 3675, -16.27, 66.82, [-0.062, 0, 1.031]),
            ("21010B0C1318000021FFFDFC12", 3091, 24, nil, [0.033, -0.003, -1.006]),
            // The first one with a humidity that there is not.
            ("2101070E5B154FD169", 3675, 21.31, nil, nil),
        ] as [(String, Int, Double, Double?, [Double]?)]
    )
    func `a KKM beacon tells the sensors that it has`(
        text: String, millivolts: Int, degrees: Double, humidity: Double?, axes: [Double]?
    ) throws {
        let telemetry = try #require(KKMFrame(hex(text))).telemetry
        #expect(telemetry.batteryMillivolts == millivolts && close(telemetry.temperature, degrees, within: 0.01))
        #expect(close(telemetry.humidity, humidity, within: 0.01))
        #expect(telemetry.acceleration.map { [$0.x, $0.y, $0.z] } == axes)
    }

    /// theengs/decoder, test_ble.cpp.
    @Test(
        arguments: [
            ("67F857BECB64", 26.07347219, 34.27481498), ("74 20 59 1A CB 64", 34.38353552, 34.80582895),
        ]
    )
    func `a thermometer of Jaalee tells its values in major and minor`(
        text: String, degrees: Double, humidity: Double
    ) throws {
        let mark = hex("02 15 EB EF D0 83 70 A2 47 C8 98 37 E7 B5 63 4D F5 25")
        let frame = try #require(JaaleeFrame(mark + hex(text)))
        #expect(close(frame.telemetry.temperature, degrees) && close(frame.telemetry.humidity, humidity))
        #expect(frame.battery == 100)
        let found = try found("jaalee")
        // Its numbers change with the weather: they are no identity.
        #expect(found.identity == nil && found.battery == 100)
    }

    /// reelyactive/advlib-ble-services, minew.test.js.
    @Test(
        arguments: [
            ("A1016315803200AABBCCDDEEFF", 99, TagTelemetry(temperature: 21.5, humidity: 50)),
            ("A10163158081FFAABBCCDDEEFF", 99, TagTelemetry(temperature: 21.5)),
            ("A10364FF8000000080AABBCCDDEEFF", 100, TagTelemetry(acceleration: .init(x: -0.5, y: 0, z: 0.5))),
            ("A10801AABBCCDDEEFF504C5553", 1, nil),
        ] as [(String, Int, TagTelemetry?)]
    )
    func `a Minew beacon tells its battery and its sensors`(
        text: String, battery: Int, telemetry: TagTelemetry?
    ) throws {
        let frame = try #require(MinewFrame(hex(text)))
        #expect(frame.battery == battery && frame.telemetry == telemetry)
    }

    /// theengs/decoder, test_ble.cpp.
    @Test(
        arguments: [
            ("70000A011201EE0CAF03DEF14635998A", 3247, 27.4, 49.4),
            ("70000A011207D10CAF03DEF14635998A", 3247, 27.4, nil),
            ("60000A010007154039C0FA000BF901F40C93FE3487", 3065, nil, nil),
        ] as [(String, Int, Double?, Double?)]
    )
    func `a BeaconX Pro tells its voltage and its sensors`(
        text: String, millivolts: Int, degrees: Double?, humidity: Double?
    ) throws {
        let telemetry = try #require(MokoFrame(hex(text))).telemetry
        #expect(telemetry.batteryMillivolts == millivolts)
        #expect(close(telemetry.temperature, degrees) && close(telemetry.humidity, humidity))
    }

    @Test func `an AltBeacon tells its identity and its power, whatever its company`() throws {
        let found = try found("altbeacon")
        #expect(found.identity == .altBeacon(hex("2F234454CF6D4A0FADF2F4911BA9FFA600010002")))
        #expect(found.referencePower == -59)
    }

    @Test func `later frames add to what a beacon has told`() {
        var telemetry = TagTelemetry(batteryMillivolts: 3000, temperature: 20)
        telemetry.merge(TagTelemetry(temperature: 21, humidity: 50))
        #expect(telemetry == TagTelemetry(batteryMillivolts: 3000, temperature: 21, humidity: 50))
    }
}
