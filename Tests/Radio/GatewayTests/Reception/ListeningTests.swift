import Bluetooth
import Messages
import Testing
import Tracking

@testable import Gateway

/// Silence counts for as long as it is known that somebody listened.
@Suite struct ListeningTests {
    private static let other = BluetoothAddress(bits: 0xBB)

    private func silences(_ actions: [GatewayCore.Action]) throws -> [ProximityMessage] {
        try actions.published.filter { $0.topic.hasSuffix("/proximity") }.map {
            try ProximityMessage(decoding: $0.payload)
        }.filter { $0.samples == 0 }
    }

    /// A gateway that has heard the tag each second for ten seconds, by each of so many adapters.
    private func listening(adapters: [BluetoothAddress]) throws -> RegistryBench {
        var bench = try RegistryBench()
        _ = bench.on(.adapters(adapters.map { AdapterStatus(name: "\($0)", address: $0, health: .scanning) }))
        for adapter in adapters { _ = bench.on(.scan(adapter, .begun)) }
        for _ in 0..<10 {
            for adapter in adapters { _ = bench.on(.heard(bench.keys, rssi: -60, adapter: adapter)) }
            _ = bench.wait(1)
        }
        return bench
    }

    @Test func `nothing is told of a tag while its adapter hears nothing at all`() throws {
        var bench = try listening(adapters: [RegistryBench.first])
        for _ in 0..<60 { #expect(try silences(bench.wait(1)).isEmpty) }
    }

    @Test func `once something is heard, the silence until then is told`() throws {
        var bench = try listening(adapters: [RegistryBench.first])
        _ = bench.wait(6)
        #expect(try silences(bench.wait(1)).isEmpty)
        _ = bench.on(.scan(RegistryBench.first, .heard))
        let told = try silences(bench.wait(1))
        #expect(told.map(\.expected) == [8])
        #expect(told.first?.time == bench.now.advanced(by: .seconds(-1)))
    }

    @Test func `a scan that was begun anew is believed, from then on`() throws {
        var bench = try listening(adapters: [RegistryBench.first])
        for _ in 0..<10 { #expect(try silences(bench.wait(1)).isEmpty) }
        _ = bench.on(.scan(RegistryBench.first, .begun))
        var told: [ProximityMessage] = []
        for _ in 0..<6 { told += try silences(bench.wait(1)) }
        #expect(told.compactMap(\.expected).reduce(0, +) == 6)
    }

    @Test func `one that is doubted is not, until it hears something`() throws {
        var bench = try listening(adapters: [RegistryBench.first])
        _ = bench.on(.scan(RegistryBench.first, .doubted))
        for _ in 0..<60 { #expect(try silences(bench.wait(1)).isEmpty) }
        _ = bench.on(.scan(RegistryBench.first, .heard))
        #expect(try !silences(bench.wait(1)).isEmpty)
    }

    @Test func `after the machine has slept nothing is told until something is heard`() throws {
        var bench = try listening(adapters: [RegistryBench.first])
        _ = bench.on(.scan(RegistryBench.first, .begun))
        bench.now = bench.now.advanced(by: .seconds(60))
        bench.core.woke(at: bench.now)
        for _ in 0..<30 { #expect(try silences(bench.wait(1)).isEmpty) }
        _ = bench.on(.scan(RegistryBench.first, .heard))
        #expect(try silences(bench.wait(1)).map(\.expected) == [30])
    }

    @Test func `what is heard last before an adapter falls silent is told, with nothing missed`() throws {
        var bench = try listening(adapters: [RegistryBench.first])
        _ = bench.on(.heard(bench.keys, rssi: -60, adapter: RegistryBench.first))
        _ = bench.on(.heard(bench.keys, rssi: -70, adapter: RegistryBench.first))
        var told: [ProximityMessage] = []
        for _ in 0..<5 {
            told += try bench.wait(1).published.filter { $0.topic.hasSuffix("/proximity") }.map {
                try ProximityMessage(decoding: $0.payload)
            }
        }
        #expect(told.map(\.rssi) == [-70])
        #expect(told.map(\.expected) == [1])
    }

    // MARK: Two adapters

    @Test func `that one of two adapters does not hear a tag tells nothing while the other does`() throws {
        var bench = try listening(adapters: [RegistryBench.first, Self.other])
        for _ in 0..<60 {
            _ = bench.on(.heard(bench.keys, rssi: -60, adapter: RegistryBench.first))
            _ = bench.on(.scan(Self.other, .heard))
            #expect(try silences(bench.wait(1)).isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `the silence of both is told once, by the one that heard it last`(isSecondProven: Bool) throws {
        var bench = try listening(adapters: [RegistryBench.first, Self.other])
        var told: [ProximityMessage] = []
        for _ in 0..<10 {
            _ = bench.on(.scan(RegistryBench.first, .heard))
            if isSecondProven { _ = bench.on(.scan(Self.other, .heard)) }
            told += try silences(bench.wait(1))
        }
        #expect((8...10).contains(told.compactMap(\.expected).reduce(0, +)))
        // Both have heard it at the same moment: then it is the one whose address comes first, in each process.
        #expect(Set(told.map(\.adapter)) == ["\(RegistryBench.first)"])
    }

    @Test func `an adapter that has not heard the tag does not miss it when the one that did falls out`() throws {
        var bench = try listening(adapters: [RegistryBench.first, Self.other])
        for _ in 0..<60 {
            _ = bench.on(.heard(bench.keys, rssi: -60, adapter: RegistryBench.first))
            _ = bench.wait(1)
        }
        let statuses: [AdapterStatus] = [
            AdapterStatus(name: "hci0", address: RegistryBench.first, health: .off),
            AdapterStatus(name: "hci1", address: Self.other, health: .scanning),
        ]
        _ = bench.on(.adapters(statuses))
        for _ in 0..<60 {
            _ = bench.on(.scan(Self.other, .heard))
            #expect(try silences(bench.wait(1)).isEmpty)
        }
    }
}

extension RegistryBench {
    fileprivate static let first = BluetoothAddress(bits: 0xAA)
}
