package import Access
package import Hummingbird
package import NIOCore

/// What a request carries through the middleware to its route.
package struct ConsoleContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The connection.
    package let channel: any Channel

    /// Where the request comes from.
    package var origin: RequestOrigin
    /// The address that the request comes from.
    package var source: String { origin.text }
    /// Whether the client speaks TLS, with the console or with a proxy that is trusted.
    package var isEncrypted: Bool { origin.isEncrypted }
    /// What the request shows in order to be let in.
    package var credential = Credential.nothing
    /// Whether one has to log in.
    package var isProtected = true
    /// Who asks; nil for who has not said so.
    package var principal: Principal?
    /// Who asks, for what leaves out what is not theirs; one that may nothing where nobody has said who they are.
    package var viewer: Principal { principal ?? Principal(account: nil, isAdministrator: false) }
    /// Why it is not known who asks, though they have shown something.
    package var trouble: AccessError?
    /// The session, where it is one that lets in.
    package var session: Session?

    package init(source: ApplicationRequestContextSource) {
        channel = source.channel
        coreContext = CoreRequestContextStorage(source: source)
        origin = RequestOrigin(peer: nil, isEncrypted: false, headers: [:], trusted: [])
    }

    /// The most bytes of a body that a route reads where it says nothing else.
    package var maxUploadSize: Int { Self.longestBody }

    /// Bytes.
    static let longestBody = 256 * 1024
}
