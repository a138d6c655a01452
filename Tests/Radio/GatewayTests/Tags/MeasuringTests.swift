import Bluetooth
import Testing
import Tracking

@testable import Gateway

/// Measuring a tag that is held by a link.
@Suite(.timeLimit(.minutes(5))) struct MeasuringTests {
    @Test func `it is let go as for a rest, measured by one at a time, and held again`() async throws {
        let held = try await HeldTag()
        let tags = try #require(held.tags as? TagRadio)
        var told: [Substring] = []
        var answers: [Bool] = []
        await held.follow {
            await held.tags.tend(held.device, over: nil)
        } _: { event in
            switch event {
            case .linked: told.append("linked")
            case .unlinked: told.append("unlinked")
            case .resting: told.append("resting")
            default: return true
            }
            if told == ["linked"] {
                answers.append(await tags.beginMeasuring(held.device))
                answers.append(await tags.beginMeasuring(held.device))
            }
            if told.last == "unlinked" { await tags.endMeasuring(held.device) }
            return told.count < 4
        }
        #expect(told == ["linked", "resting", "unlinked", "linked"])
        #expect(answers == [true, false])
    }

    @Test func `only reports that tell a strength are measured, by adapter, and only while it is wanted`() async throws
    {
        let held = try await HeldTag()
        let tags = try #require(held.tags as? TagRadio)
        let other = BluetoothAddress(bits: 2)
        func report(_ rssi: Int?, by adapter: BluetoothAddress, isReport: Bool = true) -> Sighting {
            Sighting(
                tag: ForeignTag.address, adapter: adapter, advertisement: ForeignTag.advertisement, rssi: rssi,
                isReport: isReport
            )
        }
        await tags.measure(held.device, report(-50, by: other))
        #expect(await tags.strengths(of: held.device).isEmpty)
        #expect(await tags.beginMeasuring(held.device))
        for rssi in [-61, 127, 0, nil, -62] { await tags.measure(held.device, report(rssi, by: HeldTag.adapter)) }
        await tags.measure(held.device, report(-70, by: other))
        await tags.measure(held.device, report(-71, by: other, isReport: false))
        #expect(await tags.strengths(of: held.device) == [HeldTag.adapter: [-61, -62], other: [-70]])
        await tags.endMeasuring(held.device)
        #expect(await tags.strengths(of: held.device).isEmpty)
    }
}
