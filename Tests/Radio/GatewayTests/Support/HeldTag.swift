import Air
import Bluetooth
import Foundation
import Gateway
import RadioSupport
import ServiceLifecycle
import TestSupport
import Tracking

/// A registered iTag to which a radio may keep a link.
struct HeldTag: Sendable {
    static let adapter = BluetoothAddress(bits: 0xC0FF_EE00_0001)

    let bench: TagBench
    let radio: WatchedRadio
    let tag: ForeignTag
    let device: DeviceID
    /// By the protocol, as the gateway calls it: where both are to be had, Swift takes an asynchronous default before what
    /// an actor does.
    let tags: any TrackerRadio & Service

    init(_ configuration: TagRadio.Configuration = TagRadio.Configuration()) async throws {
        bench = try await TagBench()
        radio = WatchedRadio(bench.air)
        tag = ForeignTag(clock: bench.clock)
        await bench.air.add(
            AirTag(address: ForeignTag.address, advertisement: ForeignTag.advertisement, server: tag)
        )
        device = DeviceID(owner: bench.sam, device: try Name("purse"))
        try bench.file.add(
            TagEntry(
                device: device,
                item: try ItemName("Purse"),
                identity: .address(ForeignTag.address),
                profile: try Name("itag")
            )
        )
        tags = TagRadio(
            radio: radio,
            library: try ProfileLibrary(directories: [packageRoot.appending(path: "devices").path]),
            registry: bench.file,
            configuration: configuration,
            clock: bench.clock,
            logger: .silent
        )
    }

    /// Runs the radio while the tag advertises, until `take` has had enough of its events; `step` is done four times a
    /// second.
    func follow(
        step: @escaping @Sendable () async -> Void = {}, _ take: (TrackerRadioEvent) async -> Bool
    ) async {
        let running = Task { try await tags.run() }
        let air = Task {
            while !Task.isCancelled {
                await bench.air.advertise(ForeignTag.address, rssi: -50)
                await step()
                try? await bench.clock.sleep(until: bench.clock.now.advanced(by: .milliseconds(250)), tolerance: nil)
            }
        }
        defer {
            air.cancel()
            running.cancel()
        }
        for await event in tags.events where await !take(event) { return }
    }
}
