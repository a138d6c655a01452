import ServiceLifecycle
import Supervision

/// Services that run together, and how one sees that they do.
struct ServiceSet {
    /// In the order in which they need each other.
    var services: [any Service]
    /// The parts that answer as long as all is well.
    var vitals: [Vital]
    /// They are ready when all of these are open.
    var gates: [Gate]

    init(_ services: [any Service], vitals: [Vital] = [], gates: [Gate] = []) {
        (self.services, self.vitals, self.gates) = (services, vitals, gates)
    }

    static func += (one: inout ServiceSet, other: ServiceSet) {
        one.services += other.services
        one.vitals += other.vitals
        one.gates += other.gates
    }
}
