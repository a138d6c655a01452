import Gateway
import Messages
import Tracking

/// A gateway's core on a bench: what happens goes in by hand, what is to be done comes out.
protocol CoreBench {
    var core: GatewayCore { get set }
    var now: Timestamp { get set }
}

extension CoreBench {
    mutating func on(_ event: TrackerRadioEvent) -> [GatewayCore.Action] {
        var actions: [GatewayCore.Action] = []
        core.noticed(event, at: now, &actions)
        return actions
    }

    mutating func on(_ message: Message) -> [GatewayCore.Action] {
        var actions: [GatewayCore.Action] = []
        core.received(message, at: now, &actions)
        return actions
    }

    /// Lets time pass by so many seconds, in one tick.
    mutating func wait(_ seconds: Double) -> [GatewayCore.Action] {
        now = now.advanced(by: .milliseconds(Int64(seconds * 1000)))
        var actions: [GatewayCore.Action] = []
        core.tick(at: now, &actions)
        return actions
    }
}
