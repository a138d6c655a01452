import API
import Bluetooth
import Gateway
import Guarding
import History
import NIOCore
import NIOPosix
import Supervision
import Tracking

extension Vital {
    /// The history service: waits until its loop has come round, through its actor and its database, or until it has
    /// taken in some more of a large file.
    static func history(_ service: HistoryService) -> Vital {
        Vital("the history service") {
            let before = service.lastPulse.beats
            var pulse = service.lastPulse
            while pulse.beats == before, !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(100))
                pulse = service.lastPulse
            }
            return pulse.trouble ?? (pulse.isConnected ? "connected to the broker" : "waits for the broker")
        }
    }

    /// What the console hears from the bus.
    static func feed(_ feed: ConsoleFeed) -> Vital {
        Vital("the console's feed") {
            _ = await feed.isConnected
            return nil
        }
    }

    /// The loops that serve HTTP: each has to run a job.
    static var eventLoops: Vital {
        Vital("the HTTP service") {
            for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
                try? await loop.submit {}.get()
            }
            return nil
        }
    }

    static func radio(_ radio: any Radio) -> Vital {
        Vital("the radio") {
            let adapters = await radio.adapters
            return "\(adapters.count) \(adapters.count == 1 ? "adapter" : "adapters")"
        }
    }

    static func gateway(_ gateway: TagGateway) -> Vital {
        Vital("the gateway") {
            await gateway.isConnected ? "the gateway is connected to the broker" : "the gateway waits for the broker"
        }
    }

    /// The guard of an owner: waits for its actor, which decides by the minute and keeps what it knows.
    static func guarding(_ service: GuardService, of owner: Name) -> Vital {
        Vital("the guard of \(owner)") { await service.standing(of: owner) }
    }

    /// The guard of an owner that may have to wait until it can begin.
    static func guarding(_ keeper: GuardKeeper) -> Vital {
        Vital("the guard of \(keeper.owner)") { await keeper.standing }
    }
}

extension GuardService {
    /// How it stands, in a sentence.
    func standing(of owner: Name) -> String {
        if let trouble { return "the guard of \(owner): \(trouble)" }
        return "the guard of \(owner) \(isConnected ? "is connected to the broker" : "waits for the broker")"
    }
}
