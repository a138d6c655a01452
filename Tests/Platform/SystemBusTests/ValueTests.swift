import ServerSupport
import SystemBus
import Testing

@Suite(.timeLimit(.minutes(30)))
struct ValueTests {
    static let values: [BusValue] = [
        .byte(0), .byte(255), .bool(true), .bool(false),
        .int16(.min), .uint16(.max), .int32(.min), .uint32(.max), .int64(.min), .uint64(.max),
        .double(-0.1), .double(.infinity),
        .string(""), .string("ünïcødé 🛰"), .path("/"), .path("/org/bluez/hci0"), .signature(""), .signature("a{sv}"),
        .bytes([]), .bytes(Array(0...255)), .bytes([UInt8](repeating: 7, count: 1_000_000)),
        .strings([]), .strings(["a", "b"]), .paths(["/a", "/b/c"]),
        .array(of: "ay", [.bytes([1]), .bytes([])]),
        .array(of: "(si)", [.structure([.string("x"), .int32(-1)])]),
        .array(of: "v", [.variant(.bool(true)), .variant(.variant(.byte(1)))]),
        .structure([.byte(1), .structure([.string("in"), .strings(["deep"])])]),
        .variant(.dictionary(["a": .variant(.string("b"))])),
        .properties([:]),
        .properties(["RSSI": .int16(-61), "Name": "tag", "Paired": false, "UUIDs": .strings(["1802"])]),
        .dictionary(
            BusDictionary(
                keyType: "q",
                valueType: "v",
                [.init(.uint16(0xffff), .variant(.bytes([1, 2]))), .init(.uint16(2), .variant(.bytes([])))]
            )
        ),
        .dictionary(
            BusDictionary(
                keyType: "o",
                valueType: "a{sa{sv}}",
                [
                    .init(
                        .path("/org/bluez"),
                        .dictionary(
                            BusDictionary(
                                keyType: "s",
                                valueType: "a{sv}",
                                [.init(.string("org.bluez.Adapter1"), .properties(["Powered": true]))]
                            )
                        )
                    )
                ]
            )
        ),
    ]

    @Test func `every type comes back as it was sent`() async throws {
        try await withPair { pair in
            for value in Self.values {
                let export = try await pair.server.export(echo(value.signature))
                #expect(try await pair.call("Echo", [value]) == [value])
                await export.remove()
            }
        }
    }
}
