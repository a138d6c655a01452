package import Access
import Foundation
import HTTPTypes
package import Hummingbird
import Logging

/// What a request shows in order to be let in.
package enum Credential: Hashable, Sendable {
    case nothing
    /// A token, as a bearer's, as the password of a phone, or in the address that an app was given.
    case token(AccessSecret)
    /// What the cookie of a session holds.
    case session(AccessSecret)

    init(_ request: Request, isEncrypted: Bool) {
        if let token = request.token {
            self = .token(token)
        } else if let secret = request.sessionSecret(isEncrypted: isEncrypted) {
            self = .session(secret)
        } else {
            self = .nothing
        }
    }
}

/// Who a credential speaks for.
package struct Doorkeeper: Sendable {
    package let parts: WebParts
    let door: ConsoleGate.Door

    package init(parts: WebParts, door: ConsoleGate.Door) { (self.parts, self.door) = (parts, door) }

    /// Who asks, and their session if it is one that lets in.
    struct Guest: Hashable, Sendable {
        var principal: Principal?
        var session: Session?
    }

    /// Who asks, a guest without a principal for a credential that is none, or is over.
    func guest(_ credential: Credential, isProtected: Bool) throws(AccessError) -> Guest {
        if case .token(let token) = credential, let key = parts.localKey, key.matches(token) {
            return Guest(principal: Principal(account: nil, isAdministrator: true))
        }
        guard door == .front else { return Guest() }
        guard isProtected, let access = parts.access else { return Guest(principal: .anybody) }
        switch credential {
        case .nothing: return Guest()
        case .token(let token): return Guest(principal: try access.principal(token: token, at: parts.clock.now))
        case .session(let secret):
            let session = try access.session(secret, at: parts.clock.now)
            return Guest(principal: session?.principal, session: session)
        }
    }

    /// Whether whoever was let in as somebody would be let in again with the same rights, to be asked again and again.
    package func watch(_ context: ConsoleContext) -> ReaderWatch {
        ReaderWatch(keeper: self, credential: context.credential, context.principal, context.session)
    }
}

extension Request {
    /// The one secret that is tried: of a request with several, the others cannot be guessed beside it.
    ///
    /// A password of Basic that is no token is a proxy's, which passes it on: the token in the address goes before it.
    fileprivate var token: AccessSecret? {
        guard let (secret, isPassword) = tokenOfHeader else { return tokenOfSource }
        return isPassword && !secret.isWrittenAsToken ? tokenOfSource ?? secret : secret
    }

    /// The secret in the headers, and whether it is a password.
    private var tokenOfHeader: (AccessSecret, isPassword: Bool)? {
        guard let header = headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0].lowercased() {
        case "bearer": return (AccessSecret(sent: parts[1]), false)
        case "basic":
            let pair = Data(base64Encoded: parts[1]).map { String(decoding: $0, as: UTF8.self) }
            let password = pair?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
            return password.flatMap { $0.isEmpty ? nil : (AccessSecret(sent: String($0)), true) }
        default: return nil
        }
    }

    /// The token in the address, `?token=` or `?api_key=`: apps that tell positions can send nothing else.
    ///
    /// Nowhere but there: addresses end up in histories and logs of others.
    private var tokenOfSource: AccessSecret? {
        guard isOfSource, let query = uri.query else { return nil }
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == "token" || parts[0] == "api_key" else { continue }
            return parts[1].removingPercentEncoding.map { AccessSecret(sent: $0) }
        }
        return nil
    }

    /// What the cookie of a session holds.
    package func sessionSecret(isEncrypted: Bool) -> AccessSecret? {
        cookies[SessionCookie.name(isEncrypted: isEncrypted)].map { AccessSecret(sent: $0.value) }
    }
}
