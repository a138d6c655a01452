internal import Foundation

/// What a browser sends of an authenticator's answer, every field base64url without padding.
public struct PasskeyAnswer: Hashable, Sendable {
    public var id: String
    public var clientData: String
    /// For a new passkey.
    public var attestation: String?
    /// For logging in.
    public var authenticatorData: String?
    public var signature: String?

    public init(
        id: String,
        clientData: String,
        attestation: String? = nil,
        authenticatorData: String? = nil,
        signature: String? = nil
    ) {
        (self.id, self.clientData, self.attestation) = (id, clientData, attestation)
        (self.authenticatorData, self.signature) = (authenticatorData, signature)
    }
}

/// What the browser itself says (Web Authentication Level 2, section 5.8.1).
struct ClientData: Decodable {
    var type: String
    var challenge: String
    var origin: String
    var crossOrigin: Bool?

    init(_ bytes: [UInt8], type: String, site: PasskeySite) throws(AccessError) {
        guard let data = try? JSONDecoder().decode(ClientData.self, from: Data(bytes)) else {
            throw .badPasskey("the browser's data is no JSON of it")
        }
        guard data.type == type, data.crossOrigin != true else { throw .badPasskey("it answers another question") }
        guard data.origin == site.origin else { throw .badPasskey("it was asked by another site") }
        guard site.isTrustworthy else {
            throw .badPasskey("it was asked by '\(site.origin.prefix(160))', https:// or a localhost is expected")
        }
        self = data
    }
}
