internal import Cryptography
internal import Curl
internal import Foundation
internal import JSON
public import Tracking

/// Logs people in by another site: OpenID Connect with an authorization code and PKCE.
///
/// What the site says of itself is asked for when it is first needed, and again after an hour; its keys after a day, as it may
/// have withdrawn one, and when a token is signed with one that is not known, at most once a minute.
public actor OpenIDClient {
    public nonisolated let provider: OpenIDProvider

    /// What the site says of itself.
    private struct Description {
        let authorization: String
        let token: String
        let userInfo: String?
        let keys: String
        let takesBasic: Bool
        let asked: Timestamp
    }

    private var known: Description?
    private var kept: KeptKeys?

    private static let memory = Duration.seconds(3600)
    private static let longestAnswer = 256 * 1024

    public init(_ provider: OpenIDProvider) { self.provider = provider }

    /// The address where somebody says at the site who they are; the browser is sent back to `redirect` then.
    ///
    /// - Throws: ``OpenIDError/away(_:)`` or ``OpenIDError/badProvider(_:)``.
    public func address(
        for attempt: LoginAttempt, redirect: String, at now: Timestamp
    ) async throws(OpenIDError) -> String {
        let endpoint = try await description(at: now).authorization
        let query = FormText.encoded([
            ("response_type", "code"), ("scope", "openid email profile"), ("client_id", provider.clientID),
            ("redirect_uri", redirect), ("state", attempt.state), ("nonce", attempt.nonce),
            ("code_challenge", attempt.challenge), ("code_challenge_method", "S256"),
        ])
        return endpoint + (endpoint.contains("?") ? "&" : "?") + query
    }

    /// Who somebody is that the site has sent back with a code.
    ///
    /// - Throws: ``OpenIDError``.
    public func claims(
        code: String, of attempt: LoginAttempt, redirect: String, at now: Timestamp
    ) async throws(OpenIDError) -> OpenIDClaims {
        let site = try await description(at: now)
        let answer = try await exchange(code, attempt, redirect, site)
        guard let text = answer["id_token"]?.text else { throw .badToken("it gives no ID token") }
        let token = try IDToken(text)
        let keys = try await keys(for: token, site, at: now)
        let claims = try token.claims(for: provider, nonce: attempt.nonce, keys: keys, at: now)
        guard claims.mail == nil || claims.name.isEmpty, let place = site.userInfo,
            let access = answer["access_token"]?.text
        else { return claims }
        // What it says beside the token is of nobody else, and of use only where it is of the same.
        guard let more = try? await userInfo(place, access), more.subject == claims.subject else { return claims }
        return claims.adding(more)
    }

    /// A picture that the site knows somebody by; nil where it is not to be had, or longer than the limit.
    ///
    /// Only of the site itself, or of the public internet: what somebody names as their picture leads nowhere into this
    /// network.
    public nonisolated func picture(_ address: String, limit: Int) async -> [UInt8]? {
        guard OpenIDProvider.isSafe(address) else { return nil }
        var request = HTTPRequest(.get, address)
        request.isPublicOnly = OpenIDProvider.origin(address) != OpenIDProvider.origin(provider.issuer)
        (request.answerLimit, request.timeout) = (limit, .seconds(10))
        guard let answer = try? await request.send(), answer.status == 200 else { return nil }
        return answer.body
    }

    private func description(at now: Timestamp) async throws(OpenIDError) -> Description {
        if let known, abs(now.milliseconds - known.asked.milliseconds) < Self.memory.milliseconds { return known }
        let document = try await document(provider.description)
        guard document["issuer"]?.text == provider.issuer else {
            throw .badProvider("it calls itself another issuer than \(provider.issuer)")
        }
        func place(_ name: String) throws(OpenIDError) -> String {
            guard let address = document[name]?.text, OpenIDProvider.isSafe(address) else {
                throw .badProvider("its '\(name)' is missing, or is no https address")
            }
            return address
        }
        let methods = document["token_endpoint_auth_methods_supported"]?.list.compactMap(\.text) ?? []
        let found = Description(
            authorization: try place("authorization_endpoint"),
            token: try place("token_endpoint"),
            userInfo: try? place("userinfo_endpoint"),
            keys: try place("jwks_uri"),
            takesBasic: methods.isEmpty || methods.contains("client_secret_basic"),
            asked: now
        )
        known = found
        return found
    }

    /// The keys that a token may be signed with: asked for anew after a day, and where it names one that is not known.
    private func keys(
        for token: IDToken, _ site: Description, at now: Timestamp
    ) async throws(OpenIDError) -> SigningKeys {
        if let kept, kept.areFresh(for: token.keyID, at: now) { return kept.keys }
        let found = SigningKeys(try await document(site.keys))
        guard !found.isEmpty else { throw .badProvider("it has no key for RS256, ES256 or EdDSA") }
        kept = KeptKeys(keys: found, asked: now)
        return found
    }

    private func exchange(
        _ code: String, _ attempt: LoginAttempt, _ redirect: String, _ site: Description
    ) async throws(OpenIDError) -> JSONValue {
        var request = HTTPRequest(.post, site.token)
        var members = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
            ("code_verifier", attempt.verifier),
        ]
        if let secret = provider.secret, site.takesBasic {
            let pair = "\(FormText.encoded(provider.clientID)):\(FormText.encoded(secret))"
            request.headers.append(("Authorization", "Basic \(Data(pair.utf8).base64EncodedString())"))
        } else {
            members.append(("client_id", provider.clientID))
            if let secret = provider.secret { members.append(("client_secret", secret)) }
        }
        request.headers.append(("Content-Type", "application/x-www-form-urlencoded"))
        request.headers.append(("Accept", "application/json"))
        request.body = Array(FormText.encoded(members.map { (name: $0.0, value: $0.1) }).utf8)
        let answer = try await send(request)
        let document = try? JSONValue(answer.body, limits: .init(values: 2000))
        guard answer.status == 200, let document else {
            let reason = document?["error"]?.text.map { ", \($0.excerpt(80))" } ?? ""
            throw .refused("it does not take the code: status \(answer.status)\(reason)")
        }
        return document
    }

    private func userInfo(_ place: String, _ access: String) async throws(OpenIDError) -> OpenIDClaims {
        let document = try await document(place, headers: [("Authorization", "Bearer \(access)")])
        guard let subject = document["sub"]?.text else { throw .badToken("its answer names nobody") }
        return OpenIDClaims(subject: subject, document)
    }

    private func document(
        _ address: String, headers: [(name: String, value: String)] = []
    ) async throws(OpenIDError) -> JSONValue {
        var request = HTTPRequest(.get, address)
        request.headers = [("Accept", "application/json")] + headers
        let answer = try await send(request)
        guard answer.status == 200 else { throw .away("\(address.excerpt(200)) answers with status \(answer.status)") }
        guard let document = try? JSONValue(answer.body, limits: .init(values: 10_000)) else {
            throw .badProvider("\(address.excerpt(200)) answers with something else than JSON")
        }
        return document
    }

    private func send(_ request: HTTPRequest) async throws(OpenIDError) -> HTTPAnswer {
        var request = request
        (request.answerLimit, request.timeout) = (Self.longestAnswer, .seconds(15))
        do throws(CurlFailure) { return try await request.send() } catch {
            throw .away("\(OpenIDProvider.origin(request.url) ?? "it"): \(error)")
        }
    }
}
