import Access
import Hummingbird
import Logging
import NIOCore

/// What a request carries through the middleware to its route.
struct ConsoleContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel

    /// The address that the request comes from.
    let source: String
    /// Whether one has to log in.
    var isProtected = true
    /// Who asks; nil for who has not said so.
    var principal: Principal?
    /// Who asks, for what leaves out what is not theirs; one that may nothing where nobody has said who they are.
    var viewer: Principal { principal ?? Principal(account: nil, isAdministrator: false) }
    /// The session, where it is one that lets in.
    var session: Session?

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
        coreContext = CoreRequestContextStorage(source: source)
        self.source = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }

    /// The most bytes of a body that a route reads where it says nothing else.
    var maxUploadSize: Int { 256 * 1024 }
}
