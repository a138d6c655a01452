import Bluetooth
import Gateway
import Testing
import Tracking

/// What the radio below tells of links, as news of the tags that they are to.
@Suite(.timeLimit(.minutes(5))) struct LinkNewsTests {
    private static let stranger = BluetoothAddress(bits: 0xC0FF_EE00_8888)

    private static func lose(_ held: HeldTag) {
        for tag in [stranger, ForeignTag.address] { held.radio.tell(.linkLost(tag, adapter: HeldTag.adapter)) }
    }

    @Test(arguments: [true, false])
    func `a link's strength and its loss are its tag's, also when the link is known to have ended`(
        standsYet: Bool
    ) async throws {
        let held = try await HeldTag()
        var told: [String] = []
        await held.follow { event in
            switch event {
            case .registered: await held.tags.tend(held.device, over: nil)
            case .linked:
                for tag in [Self.stranger, ForeignTag.address] {
                    held.radio.tell(.linkHeard(tag, adapter: HeldTag.adapter, rssi: -60))
                }
            case .linkHeard(let device, let rssi, let adapter):
                told.append("\(device) \(rssi ?? 0) \(adapter == HeldTag.adapter)")
                if standsYet { Self.lose(held) } else { await held.tags.leave(held.device) }
            case .unlinked where !standsYet:
                // A moment later nothing is left of the link.
                let end = held.bench.clock.now.advanced(by: .seconds(1))
                try? await held.bench.clock.sleep(until: end, tolerance: nil)
                Self.lose(held)
            case .linkLost(let device, let adapter):
                told.append("\(device) lost \(adapter == HeldTag.adapter)")
                return false
            default: break
            }
            return true
        }
        #expect(told == ["sam/purse -60 true", "sam/purse lost true"])
    }
}
