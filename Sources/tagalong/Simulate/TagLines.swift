import Bluetooth
import Rehearsal
import Tracking

/// What happens to a simulated tag on a real adapter, a line each.
struct TagLines: Sendable {
    let isQuiet: Bool

    func show(_ event: PeripheralEvent) {
        say(text(of: event))
    }

    func show(_ news: TagNews) {
        say(text(of: news))
    }

    private func say(_ line: String) {
        if !isQuiet { try? Output.standard.write(line + "\n") }
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

    private func text(of news: TagNews) -> String {
        switch news {
        case .bound(let device?): "registered as \(device.owner)/\(device.device)"
        case .bound(nil): "no longer registered"
        case .mode(let mode): "\(mode.rawValue) mode"
        case .ringing(true): "rings"
        case .ringing(false): "is silent again"
        }
    }
}
