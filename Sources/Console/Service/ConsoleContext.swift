import Hummingbird
import Logging

/// What a request carries through the middleware to its route.
struct ConsoleContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }

    /// The most bytes of a body that a route reads where it says nothing else.
    var maxUploadSize: Int { 256 * 1024 }
}
