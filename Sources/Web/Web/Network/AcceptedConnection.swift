package import HummingbirdCore
package import NIOCore
import Synchronization

/// A connection that has been accepted, and ends where nobody takes it.
///
/// Nobody does when the service ends first. NIO traps when it is dropped then
/// ([apple/swift-nio#3481](https://github.com/apple/swift-nio/issues/3481)).
package final class AcceptedConnection: ServerChildChannelValue {
    private let http: HTTP1Channel.Value
    private let isTaken = Atomic(false)

    init(_ http: HTTP1Channel.Value) { self.http = http }
    package var channel: any Channel { http.channel }

    /// The connection for the one who serves it, and from then on has to end it.
    package func claim() -> HTTP1Channel.Value {
        isTaken.store(true, ordering: .relaxed)
        return http
    }

    deinit {
        guard !isTaken.load(ordering: .relaxed) else { return }
        let http = http
        // It ends by being served for no time; a failure means that it has ended already.
        Task { try? await http.executeThenClose { _, _ in } }
    }
}
