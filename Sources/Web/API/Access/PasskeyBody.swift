import Access
import Hummingbird
import JSON
import Tracking
import Web

/// What a page sends of an authenticator's answer.
enum PasskeyBody {
    /// Reads an answer of a passkey, made or used, and what the passkey is to be called.
    static func read(_ document: JSONValue, isNew: Bool) throws(Problem) -> (PasskeyAnswer, label: String) {
        var body = BodyReader(document)
        let size = 1...(64 * 1024)
        body.require("id", "clientDataJSON")
        if isNew { body.require("attestationObject") } else { body.require("authenticatorData", "signature") }
        let answer = PasskeyAnswer(
            id: body.text("id", characters: size) ?? "",
            clientData: body.text("clientDataJSON", characters: size) ?? "",
            attestation: isNew ? body.text("attestationObject", characters: size) : nil,
            authenticatorData: isNew ? nil : body.text("authenticatorData", characters: size),
            signature: isNew ? nil : body.text("signature", characters: size)
        )
        let label = isNew ? body.label("label", .label) : nil
        try body.finish()
        return (answer, label ?? "")
    }
}

extension Request {
    /// The site as the browser sees it.
    func passkeySite(isEncrypted: Bool) throws(Problem) -> PasskeySite {
        guard let authority = head.authority, let host = hostName, host.contains(where: \.isLetter),
            !host.hasPrefix("[")
        else { throw Problem(.conflict, "browsers know passkeys only by a name: open this page as http://localhost") }
        let site = PasskeySite(id: host, origin: "\(isEncrypted ? "https" : "http")://\(authority)")
        guard site.isTrustworthy else {
            throw Problem(.conflict, "browsers know passkeys only over https, or for http://localhost")
        }
        return site
    }
}
