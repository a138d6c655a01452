import Bluetooth
import Messages
import Tracking

@testable import Gateway

/// A gateway whose tags come from a registry, on the bench.
struct RegistryBench: CoreBench {
    var core: GatewayCore
    var now = Timestamp(seconds: 1000)
    let keys: DeviceID
    let topics = Topics()
    let adapter = BluetoothAddress(bits: 0xAA)

    init(_ kind: ServedTag.Kind = .tracker, refusals: [Command.Verb: String] = [:]) throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        core = GatewayCore(GatewayCore.Configuration(id: try Name("hall"), trackers: [], usesRegistry: true))
        let pathLoss = PathLoss(powerAtOneMetre: -40)
        _ = on(.registered([ServedTag(device: keys, pathLoss: pathLoss, kind: kind, refusals: refusals)]))
    }

    func ring(_ id: String = "r") -> Message { command(.ring, id) }

    func command(_ verb: Command.Verb, _ id: String) -> Message {
        Message(topic: topics.command(keys), payload: Command(id: id, verb: verb).encoded())
    }

    func proximity(_ gateway: String, rssi: Int?, held: Bool = false, ahead: Int64 = 0) throws -> Message {
        let message = ProximityMessage(
            time: Timestamp(milliseconds: now.milliseconds + ahead),
            gateway: try Name(gateway),
            rssi: rssi,
            distance: rssi.map { _ in 1 },
            sigma: rssi.map { _ in 1 },
            samples: 1,
            isHeld: held
        )
        return Message(topic: topics.proximity(keys), payload: message.encoded())
    }

    func results(_ actions: [GatewayCore.Action]) throws -> [CommandResult] {
        try actions.published.filter { $0.topic == topics.result(keys) }.map { try CommandResult(decoding: $0.payload) }
    }
}
