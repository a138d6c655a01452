import Air
import Bluetooth
import Foundation
import Gateway
import Messages
import RadioSupport
import Synchronization
import TestSupport
import Testing
import Tracking

/// Tags that are held by a link, and whether they are let go so that they advertise.
@Suite(.timeLimit(.minutes(30))) struct RestingLinkTests {
    private static let address = BluetoothAddress(bits: 0xC0FF_EE00_7777)

    /// What a radio tells of a linked iTag in a minute that lets go every ten seconds, for three.
    private func events(strength: Int?) async throws -> [TrackerRadioEvent] {
        let bench = try await TagBench()
        let clock = bench.clock
        let tag = TagServer(TagKind.itag.tag(number: 1, at: clock.now), clock: clock)
        let advertisement = try #require(await tag.advertisement)
        await bench.air.add(AirTag(address: Self.address, advertisement: advertisement, server: tag))
        let device = DeviceID(owner: bench.sam, device: try Name("purse"))
        let item = try ItemName("Purse")
        try bench.file.add(
            TagEntry(device: device, item: item, identity: .address(Self.address), profile: try Name("itag"))
        )
        let radio = WatchedRadio(bench.air)
        let tags = TagRadio(
            radio: radio,
            library: try ProfileLibrary(directories: [packageRoot.appending(path: "devices").path]),
            registry: bench.file,
            configuration: .init(restEvery: .seconds(10), rest: .seconds(3)),
            clock: clock,
            logger: .silent
        )
        let noticed = Mutex<[TrackerRadioEvent]>([])
        let run = Task { try await tags.run() }
        let reading = Task { for await event in tags.events { noticed.withLock { $0.append(event) } } }
        await tags.tend(device, over: nil)
        let adapter = BluetoothAddress(bits: 0xC0FF_EE00_0001)
        let end = clock.now.advanced(by: .seconds(60))
        while clock.now < end {
            await bench.air.advertise(Self.address, rssi: -50)
            await tags.tend(device, over: nil)
            radio.tell(.linkHeard(Self.address, adapter: adapter, rssi: strength))
            try await clock.sleep(until: clock.now.advanced(by: .milliseconds(500)), tolerance: nil)
        }
        run.cancel()
        _ = await run.result
        reading.cancel()
        print("REST", noticed.withLock { $0.prefix(6) }, await tags.registered, await tags.tags.count)
        return noticed.withLock { $0 }
    }

    @Test func `a link that tells no strength is let go now and then, and made again`() async throws {
        let events = try await events(strength: nil)
        let rests = events.count { if case .resting = $0 { true } else { false } }
        let links = events.count { if case .linked = $0 { true } else { false } }
        #expect(rests >= 2)
        #expect(links >= 2)
    }

    @Test func `a link that tells a strength stands`() async throws {
        let events = try await events(strength: -60)
        #expect(!events.contains { if case .resting = $0 { true } else { false } })
        #expect(events.count { if case .linked = $0 { true } else { false } } == 1)
        let strengths = events.count { if case .linkHeard(_, rssi: -60, _) = $0 { true } else { false } }
        #expect(strengths > 20)
    }
}
