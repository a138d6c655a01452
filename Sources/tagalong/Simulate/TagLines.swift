import Air
import BlueZ
import HostStack
import Rehearsal
import Tracking

/// What happens to a simulated tag on a real adapter, a line each.
struct TagLines: Sendable {
    let isQuiet: Bool
    /// Which tag of several it is.
    var name: String?

    /// A tag is before a virtual adapter, so strong.
    func placed(_ address: LinkAddress, before adapter: String, _ strength: String) {
        say("\(address.address) advertises before \(adapter), \(strength)")
    }

    /// What is expected of a tracker cannot come before somebody has paired it.
    func unpaired() { say("has no owner yet, so that nothing is expected: pair it with --bonds, then start again") }

    func show(_ event: VirtualTag.Event) { say(text(of: event)) }
    func show(_ event: PeripheralEvent) { say(text(of: event)) }
    func show(_ news: TagNews) { say(text(of: news)) }

    private func say(_ line: String) {
        if !isQuiet { try? Output.standard.write((name.map { "\($0): " } ?? "") + line + "\n") }
    }

    private func text(of event: PeripheralEvent) -> String {
        switch event {
        case .advertising(let name, let adapter, let address): "\(adapter) (\(address)) advertises as \(name)"
        case .connected(let central): "\(central) has connected"
        case .disconnected(let central): "\(central) has disconnected"
        case .pairing(let central, let number?): "\(central) pairs; it should show \(TagPerson.digits(number))"
        case .pairing(let central, nil): "\(central) pairs, with nothing to compare"
        case .refusedPairing(let central): "\(central) may not pair: the tracker has an owner"
        case .bonded(let central): "\(central) is bonded"
        case .unavailable(let reason): "not to be seen at present: \(reason)"
        }
    }

    private func text(of event: VirtualTag.Event) -> String {
        switch event {
        case .connected(let central): "\(central.address) has connected"
        case .disconnected(_, .connectionTimeout): "the connection was lost: nothing was heard for too long"
        case .disconnected(let central, _): "\(central.address) has disconnected"
        case .compare(let number): "somebody pairs; they should see \(TagPerson.digits(number))"
        case .passkey(let number): "somebody pairs; they should type \(TagPerson.digits(number))"
        case .paired(let pairing): pairing.bond == nil ? "is paired for this connection" : "is bonded"
        case .pairingFailed(let failure): "\(failure)"
        case .sounds(let isOn): text(of: .ringing(isOn))
        case .readdressed(let address): "advertises as \(address.address) from now on"
        }
    }

    private func text(of news: TagNews) -> String {
        switch news {
        case .bound(let device?): "registered as \(device.owner)/\(device.device)"
        case .bound(nil): "no longer registered"
        case .mode(let mode): "\(mode.rawValue) mode"
        case .ringing(true): "rings"
        case .ringing(false): "is silent again"
        case .pressed: "its button is pressed"
        case .owner(isNear: true): "its owner is near"
        case .owner(isNear: false): "its owner has gone away"
        case .battery(let percent): "battery at \(percent) %"
        }
    }
}
