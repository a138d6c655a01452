import Bluetooth
import Gateway
import ServiceLifecycle
import Tracking

/// A piece of work with one tag, done while a radio runs beside it.
struct TagJob: Service {
    let tags: TagRadio
    /// Whether the work has to wait for an adapter.
    var needsAdapter = true
    let work: @Sendable (TagRadio) async throws -> Void

    /// Does the work once an adapter hears; a shutdown cancels it, and it undoes what it has done.
    func run() async throws {
        try await cancelWhenGracefulShutdown {
            if needsAdapter { try await hearing() }
            try await work(tags)
        }
    }

    /// An adapter that has to be switched on takes some seconds; what then is still off will stay so.
    private func hearing() async throws {
        if await tags.adapters.contains(where: { $0.health.isTrustworthy }) { return }
        try Output.error.write("waiting for a Bluetooth adapter …\n")
        let clock = SystemUTCClock()
        let end = clock.now.advanced(by: .seconds(10))
        while await !tags.adapters.contains(where: { $0.health.isTrustworthy }), clock.now < end {
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}
