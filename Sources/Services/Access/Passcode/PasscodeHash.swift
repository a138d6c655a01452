internal import Cryptography

/// A passcode as it is kept: scrypt (RFC 7914) with a salt of its own.
///
/// N = 2¹⁵, r = 8, p = 1 takes 32 MiB and some 80 ms; OWASP's password storage advice lists it among its minimum choices
/// with p = 3, which ours reaches by N being stored with each hash and raised when machines are.
public struct PasscodeHash: Hashable, Sendable {
    let salt: [UInt8]
    let key: [UInt8]
    let rounds: Int

    static let rounds = 1 << 15
    private static let blockSize = 8

    /// Hashes a passcode with a new salt; `rounds` is scrypt's N, a power of two.
    init(
        _ passcode: Passcode, rounds: Int = PasscodeHash.rounds, using generator: inout some RandomNumberGenerator
    ) throws(AccessError) {
        salt = (0..<16).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        self.rounds = rounds
        key = try Self.derive(passcode, salt, rounds)
    }

    init(salt: [UInt8], key: [UInt8], rounds: Int) { (self.salt, self.key, self.rounds) = (salt, key, rounds) }

    /// Whether a passcode is the one; takes as long for a wrong one as for the right one.
    func matches(_ passcode: Passcode) throws(AccessError) -> Bool {
        let other = try Self.derive(passcode, salt, rounds)
        var difference = UInt8(key.count == other.count ? 0 : 1)
        for (left, right) in zip(key, other) { difference |= left ^ right }
        return difference == 0
    }

    private static func derive(_ passcode: Passcode, _ salt: [UInt8], _ rounds: Int) throws(AccessError) -> [UInt8] {
        let bytes = Array(passcode.bytes)
        guard let key = KeyDerivation.scrypt(bytes, salt: salt, rounds: rounds, blockSize: blockSize) else {
            throw .badPasscode
        }
        return key
    }

    /// `scrypt$15$SALT$KEY`, with the binary logarithm of N, and hexadecimal digits.
    var text: String { "scrypt$\(rounds.trailingZeroBitCount)$\(Hex.text(salt))$\(Hex.text(key))" }

    /// Reads what ``text`` wrote; nil for anything else.
    init?(text: String) {
        let parts = text.split(separator: "$")
        guard parts.count == 4, parts[0] == "scrypt", let power = Int(parts[1]), (10...22).contains(power),
            let salt = Hex.bytes(parts[2]), let key = Hex.bytes(parts[3]), key.count == 32
        else { return nil }
        self.init(salt: salt, key: key, rounds: 1 << power)
    }
}
