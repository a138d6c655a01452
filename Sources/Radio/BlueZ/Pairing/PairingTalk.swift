import Bluetooth
import SystemBus

/// A pairing in progress, and what its person has said.
struct PairingTalk {
    let device: ObjectPath
    let tag: BluetoothAddress
    let person: any PairingPerson
    /// The pairing's own, to tell it from a later one.
    let number: Int
    /// What the person has said no to.
    var refusal: PairingFailure?
    /// Whether a number was there to be compared or typed.
    var hasNumber = false
    /// The question that the person has before him.
    var question: Task<Answer, Never>?

    /// What a person says.
    enum Answer: Sendable {
        case confirmed(Bool)
        case passkey(Int?)
        case shown
        case nothing
    }

    func cancel() { question?.cancel() }
}
