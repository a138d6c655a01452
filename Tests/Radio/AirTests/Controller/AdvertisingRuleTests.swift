import TestSupport
import Testing

@testable import Air

/// What a host may not do with its advertising sets, and the code for it: Core Specification 5.4, volume 4, part E,
/// sections 7.8.4 and 7.8.52 to 7.8.56.
@Suite struct AdvertisingRuleTests {
    private static let address = "01 01 02 03 04 05 c6"

    /// A host with a set 1 of such properties, each 100 ms.
    private func bench(_ properties: String) -> Bench {
        var bench = Bench(.extended)
        let rest = "a0 00 00 a0 00 00 07 01 00 00 00 00 00 00 00 00 7f 01 00 01 01 00"
        bench.send(.leSetExtendedAdvertisingParameters, "01 \(properties) \(rest)")
        bench.send(.leSetAdvertisingSetAddress, Self.address)
        return bench
    }

    @Test(arguments: [
        // What is scannable by extended advertising, and what is directed by legacy advertising, has no data.
        ("02 00", "03 01 01 00", "12"), ("15 00", "03 01 01 00", "12"), ("02 00", "03 01 00", "00"),
        // A legacy set takes its data at once, 31 bytes at most.
        ("13 00", "01 01 01 00", "12"), ("13 00", "00 01 01 00", "12"),
        ("13 00", "03 01 20" + String(repeating: " 00", count: 32), "12"),
        ("13 00", "03 01 1f" + String(repeating: " 00", count: 31), "00"),
        // Data that are said not to change have to be there, and on the air.
        ("01 00", "04 01 00", "12"), ("13 00", "04 01 00", "12"),
    ])
    func `a kind of set takes the data that it has room for`(properties: String, data: String, code: String) {
        var bench = bench(properties)
        #expect(bench.send(.leSetExtendedAdvertisingData, "01 \(data)") == ["04 0e 04 01 37 20 \(code)"])
    }

    @Test(arguments: [
        ("01 00", "03 01 01 00", "12"), ("10 00", "03 01 01 00", "12"), ("01 00", "03 01 00", "00"),
        ("13 00", "01 01 01 00", "12"), ("13 00", "03 01 01 00", "00"), ("02 00", "01 01 01 00", "00"),
    ])
    func `only what is scannable has a scan response`(properties: String, data: String, code: String) {
        var bench = bench(properties)
        #expect(bench.send(.leSetExtendedScanResponseData, "01 \(data)") == ["04 0e 04 01 38 20 \(code)"])
    }

    @Test func `a set with half of its data does not start`() {
        var bench = bench("01 00")
        bench.send(.leSetExtendedAdvertisingData, "01 01 01 01 00")
        #expect(bench.send(.leSetExtendedAdvertisingEnable, "01 01 01 00 00 00") == ["04 0e 04 01 39 20 0c"])
        bench.send(.leSetExtendedAdvertisingData, "01 02 01 01 00")
        #expect(bench.send(.leSetExtendedAdvertisingEnable, "01 01 01 00 00 00") == ["04 0e 04 01 39 20 00"])
        // Now they are there, and may be said not to change.
        #expect(bench.send(.leSetExtendedAdvertisingData, "01 04 01 00") == ["04 0e 04 01 37 20 00"])
        #expect(bench.send(.leSetExtendedAdvertisingData, "01 02 01 01 00") == ["04 0e 04 01 37 20 0c"])
    }

    @Test func `data that are too many are all dropped`() {
        var pair = AirPair()
        pair.make("00 00")
        #expect(pair.fill([UInt8](repeating: 7, count: 1651)) == ["04 0e 04 01 37 20 07"])
        #expect(pair.start() == ["04 0e 04 01 39 20 00"])
        pair.scan()
        #expect(pair.pass(milliseconds: 400).first?[28] == 0)
    }

    @Test func `a set that may be connected keeps its address while it runs, another may change it`() {
        var connectable = bench("01 00")
        connectable.send(.leSetExtendedAdvertisingEnable, "01 01 01 00 00 00")
        #expect(connectable.send(.leSetAdvertisingSetAddress, Self.address) == ["04 0e 04 01 35 20 0c"])
        var broadcast = bench("00 00")
        broadcast.send(.leSetExtendedAdvertisingEnable, "01 01 01 00 00 00")
        #expect(broadcast.send(.leSetAdvertisingSetAddress, Self.address) == ["04 0e 04 01 35 20 00"])
        let unknown = "02" + Self.address.dropFirst(2)
        #expect(broadcast.send(.leSetAdvertisingSetAddress, unknown) == ["04 0e 04 01 35 20 42"])
    }

    @Test func `the controller's random address is free while only sets of the extended commands run`() {
        var bench = Bench(.extended)
        let parameters = "00 00 00 a0 00 00 a0 00 00 07 00 00 00 00 00 00 00 00 00 7f 01 00 01 01 00"
        bench.send(.leSetExtendedAdvertisingParameters, parameters)
        bench.send(.leSetExtendedAdvertisingEnable, "01 01 00 00 00 00")
        #expect(bench.send(.leSetRandomAddress, "01 02 03 04 05 c6") == ["04 0e 04 01 05 20 00"])
        var legacy = Bench()
        legacy.send(.leSetAdvertisingEnable, "01")
        #expect(legacy.send(.leSetRandomAddress, "01 02 03 04 05 c6") == ["04 0e 04 01 05 20 0c"])
    }

    @Test(arguments: [("00 00", "12"), ("81 00", "12"), ("80 00", "00")])
    func `high duty lasts for 1,28 s at most`(duration: String, code: String) {
        var bench = bench("1d 00")
        #expect(
            bench.send(.leSetExtendedAdvertisingEnable, "01 01 01 \(duration) 00") == ["04 0e 04 01 39 20 \(code)"]
        )
    }

    @Test(arguments: ["00 02 01 00 00 00 01 00 00 00", "01 02 01 00 00 00 01 00 00 00", "01 00"])
    func `a set is named once, and one at least is to start`(parameters: String) {
        var bench = bench("01 00")
        #expect(bench.send(.leSetExtendedAdvertisingEnable, parameters) == ["04 0e 04 01 39 20 12"])
    }

    @Test func `a set ends after as many events as its host wants, and counts again when it is started again`() {
        var bench = bench("00 00")
        for _ in 0..<2 {
            bench.send(.leSetExtendedAdvertisingEnable, "01 01 01 00 00 05")
            bench.pass(milliseconds: 250)
            bench.send(.leSetExtendedAdvertisingEnable, "01 01 01 00 00 05")
            let before = bench.airspace.medium.statistics.advertisingEvents
            #expect(bench.pass(milliseconds: 2000).map(\.hex) == ["04 3e 06 12 43 01 00 00 05"])
            #expect(bench.airspace.medium.statistics.advertisingEvents - before == 5)
        }
        #expect(bench.send(.leRemoveAdvertisingSet, "01") == ["04 0e 04 01 3c 20 00"])
    }

    @Test func `a connection by the extended command may be waited for as rarely as a scan`() {
        var bench = Bench(.extended)
        let request = "00 00 01 01 00 00 00 00 c0 01 ff ff 10 00 18 00 18 00 00 00 2a 00 00 00 00 00"
        #expect(bench.send(.leExtendedCreateConnection, request) == ["04 0f 04 00 01 43 20"])
    }
}
