import Hummingbird
import Logging
import NIOCore

/// What a request carries through the middleware to its route.
struct ConsoleContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
        coreContext = CoreRequestContextStorage(source: source)
    }

    /// The most bytes of a body that a route reads where it says nothing else.
    var maxUploadSize: Int { 256 * 1024 }
}
