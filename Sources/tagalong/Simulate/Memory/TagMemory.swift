import HostStack
import Tracking

/// What a simulated tracker keeps without power: whose it is, what it was told last, and with whom it is bonded.
struct TagMemory: Hashable, Sendable {
    /// By what it is bound; nil for one without an owner.
    var registration: Registration?
    var desired: DesiredState
    var bonds: [Bond]
    /// With which it makes private addresses; nil: a new one.
    var identityKey: IdentityKey?

    /// Whether it is as it left the factory.
    var isEmpty: Bool { registration == nil && bonds.isEmpty }
}
