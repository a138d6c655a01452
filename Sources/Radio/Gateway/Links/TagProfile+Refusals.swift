import Bluetooth
import Tracking

extension TagProfile {
    /// What a tag that is not ours by make cannot be told, with the reason.
    var refusals: [Command.Verb: String] {
        var refusals: [Command.Verb: String] = [
            .locate: "this \(model) is asked for no position",
            .unregister: "this \(model) knows no owner: forget it at its gateway",
        ]
        if controls.rings.isEmpty {
            for verb in [Command.Verb.ring, .stopRing] { refusals[verb] = Self.silence(model) }
        }
        return refusals
    }

    /// Why a tag without any way to ring does not.
    static func silence(_ model: String) -> String { "this \(model) cannot be made to ring" }
}
