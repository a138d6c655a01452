import Bluetooth
import Testing

@testable import BlueZ

/// What is told of links that stand, and of how they end.
struct LinkWatchTests {
    private static let watching = BlueZConfiguration(watchesLinks: true)

    @Test func `a link is told of as long as it stands, also where its strength is not to be had`() async throws {
        try await withBench(Self.watching) { bench in
            #expect(await bench.hear())
            _ = try await bench.connect()
            #expect(await bench.until(.milliseconds(500)) { bench.log.links.count >= 2 })
            #expect(bench.log.links.allSatisfy { $0 == nil })
        }
    }

    @Test func `a strength that the kernel tells is that of the tag of this address on this adapter`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            _ = try await bench.connect()
            let tag = ManagementAddress(address: Bench.tagAddress, kind: 2)
            let other = ManagementAddress(address: BluetoothAddress(bits: 0xC0DE), kind: 2)
            await bench.radio.notice(.strength(-50, of: other, controller: 0))
            await bench.radio.notice(.strength(-51, of: tag, controller: 1))
            await bench.radio.notice(.strength(-52, of: tag, controller: 0))
            #expect(await bench.until { !bench.log.links.isEmpty })
            #expect(bench.log.links == [-52])
            await bench.radio.notice(.timedOut(tag, controller: 0))
            #expect(await bench.until { bench.log.linkLosses == 1 })
        }
    }

    @Test func `an adapter that hears nothing beside a link keeps its power`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            _ = try await bench.connect()
            let tag = ManagementAddress(address: Bench.tagAddress, kind: 2)
            // Once at the start, once after the link was made, and then each 90 s.
            let isStartedAgain = await bench.until(.seconds(5)) {
                await bench.radio.notice(.strength(-52, of: tag, controller: 0))
                return await bench.fake.count("hci0 StartDiscovery") >= 5
            }
            #expect(isStartedAgain)
            #expect(await bench.fake.count("hci0 Powered false") == 0)
            #expect(bench.log.disconnections == 0)
        }
    }
}

extension RadioLog {
    /// The strengths of the links that were told of.
    var links: [Int?] {
        events.compactMap { if case .linkHeard(_, _, let rssi) = $0 { .some(rssi) } else { nil } }
    }

    var linkLosses: Int { events.count { if case .linkLost = $0 { true } else { false } } }
}
