internal import Cryptography
internal import FoundationEssentials
internal import JSON
internal import MQTT

/// A password as mosquitto's plugin keeps it: PBKDF2 with SHA-512.
struct PasswordHash: Hashable, Sendable {
    let salt: [UInt8]
    let hash: [UInt8]
    let iterations: Int32

    /// As many as mosquitto itself uses: our passwords are 140 random bits, and none is guessed faster for it.
    private static let usualIterations: Int32 = 101

    init(of password: Secret, using generator: inout some RandomNumberGenerator) {
        // The plugin takes salts of this length only.
        salt = (0..<12).map { _ in UInt8.random(in: 0...255, using: &generator) }
        iterations = Self.usualIterations
        hash = Self.derive(password, salt, iterations)
    }

    /// The hash of a client in the plugin's file; nil where there is none.
    init?(_ client: JSONValue) {
        guard let salt = client["salt"]?.text.flatMap({ Data(base64Encoded: $0) }),
            let hash = client["password"]?.text.flatMap({ Data(base64Encoded: $0) }),
            let iterations = client["iterations"]?.number.flatMap({ Int32(exactly: $0) }), iterations > 0
        else { return nil }
        self.salt = [UInt8](salt)
        self.hash = [UInt8](hash)
        self.iterations = iterations
    }

    func matches(_ password: Secret) -> Bool { Self.derive(password, salt, iterations) == hash }

    func write(into client: inout JSONValue) {
        client["salt"] = .text(Data(salt).base64EncodedString())
        client["password"] = .text(Data(hash).base64EncodedString())
        client["iterations"] = .number(Double(iterations))
    }

    private static func derive(_ password: Secret, _ salt: [UInt8], _ iterations: Int32) -> [UInt8] {
        KeyDerivation.pbkdf2SHA512(Array(password.value.utf8), salt: salt, iterations: iterations)
    }
}
