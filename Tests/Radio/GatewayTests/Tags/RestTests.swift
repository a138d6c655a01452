import Air
import Bluetooth
import Foundation
import Gateway
import RadioSupport
import TestSupport
import Testing
import Tracking

/// Letting a tag go for a moment, so that it is heard advertising.
@Suite(.timeLimit(.minutes(5))) struct RestTests {
    /// What befell a tag that is held by a link for half a minute, and is let go each ten seconds for two.
    private func events(strength: Int?) async throws -> [(kind: Substring, time: Timestamp)] {
        let bench = try await TagBench()
        let radio = WatchedRadio(bench.air)
        await bench.air.add(
            AirTag(address: ForeignTag.address, advertisement: ForeignTag.advertisement, server: ForeignTag())
        )
        let device = DeviceID(owner: bench.sam, device: try Name("purse"))
        try bench.file.add(
            TagEntry(
                device: device,
                item: try ItemName("Purse"),
                identity: .address(ForeignTag.address),
                profile: try Name("itag")
            )
        )
        let tags = TagRadio(
            radio: radio,
            library: try ProfileLibrary(directories: [packageRoot.appending(path: "devices").path]),
            registry: bench.file,
            configuration: TagRadio.Configuration(restEvery: .seconds(10), rest: .seconds(2)),
            clock: bench.clock,
            logger: .silent
        )
        let running = Task { try await tags.run() }
        let air = Task {
            while !Task.isCancelled {
                await bench.air.advertise(ForeignTag.address, rssi: -50)
                let adapter = BluetoothAddress(bits: 0xC0FF_EE00_0001)
                if let strength { radio.tell(.linkHeard(ForeignTag.address, adapter: adapter, rssi: strength)) }
                await tags.tend(device, over: nil)
                try? await bench.clock.sleep(until: bench.clock.now.advanced(by: .milliseconds(250)), tolerance: nil)
            }
        }
        defer {
            air.cancel()
            running.cancel()
        }
        var told: [(Substring, Timestamp)] = []
        var end: Timestamp?
        for await event in tags.events {
            let now = bench.clock.now
            switch event {
            case .linked, .unlinked, .resting:
                told.append(("\(event)".prefix { $0 != "(" }, now))
                if end == nil { end = now.advanced(by: .seconds(30)) }
            default: break
            }
            if let end, now >= end { break }
        }
        return told
    }

    @Test func `a tag whose link tells no strength is let go now and then, and held again`() async throws {
        let told = try await events(strength: nil)
        #expect(told.prefix(6).map(\.kind) == ["linked", "resting", "unlinked", "linked", "resting", "unlinked"])
        guard told.count >= 6 else { return }
        for first in [0, 3] {
            #expect(told[first].time.duration(to: told[first + 1].time) >= .seconds(10))
        }
        // Less a moment in which the end is on its way.
        #expect(told[2].time.duration(to: told[3].time) >= .milliseconds(1900))
    }

    @Test func `a tag that is ranged by its link is not let go`() async throws {
        #expect(try await events(strength: -60).map(\.kind) == ["linked"])
    }
}
