import Cryptography
import Foundation

/// Keys in a text without structure: one key alone, or lines with a name each.
struct KeyText {
    private let text: String

    init(_ text: String) { self.text = text }

    func tags() throws(KeyFile.Invalid) -> [KeyFile.Tag] {
        let lines = text.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
        if lines.count == 1, let only = lines.first, let key = Self.key(only) { return [KeyFile.Tag(nil, key)] }
        // A private key is not to be kept as one that is advertised.
        if lines.count == 1, let only = lines.first, Self.bytes(only, [28]) != nil {
            let expected = "'Private key:' or 'Advertisement key:' before 28 bytes, which may be either"
            throw KeyFile.Invalid(description: "expected \(expected)")
        }
        if lines.contains("[IdentityResolvingKey]") { return try information(lines) }
        return try haystack(lines)
    }

    /// One key, told by its size.
    private static func key(_ text: String) -> TagKey? {
        guard let bytes = bytes(text, [16, 32]) else { return nil }
        if bytes.count == 16 { return ResolvingKey(bytes).map { .resolving($0) } }
        return FindHubKey(identityKey: bytes).map { .findHub($0) }
    }

    /// OpenHaystack's `.keys`: `Private key: …`, `Advertisement key: …`, `Hashed adv key: …`.
    private func haystack(_ lines: [String]) throws(KeyFile.Invalid) -> [KeyFile.Tag] {
        var (secrets, advertised): ([[UInt8]], [[UInt8]]) = ([], [])
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].lowercased()
            let isSecret = name.hasSuffix("private key")
            guard isSecret || name.hasSuffix("advertisement key") else { continue }
            let rest = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            guard let bytes = Self.bytes(rest, [28]) else {
                let name = isSecret ? "private key" : "advertisement key"
                throw KeyFile.Invalid(description: "\(name): expected 28 bytes in base64")
            }
            if isSecret { secrets.append(bytes) } else { advertised.append(bytes) }
        }
        guard !secrets.isEmpty || !advertised.isEmpty else { throw KeyFile.unknown }
        guard let derived = secrets.isEmpty ? [] : FixedKeys(secrets: secrets)?.advertised else {
            throw KeyFile.Invalid(description: "private key: expected a key of the curve P-224")
        }
        guard let keys = FixedKeys(advertised: derived + advertised) else {
            throw KeyFile.Invalid(description: "advertisement key: expected other bytes than 0")
        }
        return [KeyFile.Tag(nil, .fixed(keys))]
    }

    /// What bluetoothd keeps of a bond in `/var/lib/bluetooth/ADAPTER/DEVICE/info`.
    private func information(_ lines: [String]) throws(KeyFile.Invalid) -> [KeyFile.Tag] {
        let section = lines.drop { $0 != "[IdentityResolvingKey]" }.dropFirst().prefix { !$0.hasPrefix("[") }
        let value = section.first { $0.hasPrefix("Key=") }?.dropFirst(4)
        guard let bytes = value.flatMap({ Self.bytes(String($0), [16]) }), let key = ResolvingKey(bytes) else {
            throw KeyFile.Invalid(description: "IdentityResolvingKey: expected Key= and 32 hexadecimal digits")
        }
        let name = lines.first { $0.hasPrefix("Name=") }.map { String($0.dropFirst(5)) }
        return [KeyFile.Tag(name, .resolving(key))]
    }

    /// Bytes in hexadecimal, with or without `0x` and colons, or in base64; nil unless there are so many.
    static func bytes(_ text: String, _ counts: Set<Int>) -> [UInt8]? {
        let digits = (text.hasPrefix("0x") ? String(text.dropFirst(2)) : text).filter { $0 != ":" && $0 != " " }
        if let bytes = Hex.bytes(digits), counts.contains(bytes.count) { return bytes }
        guard let data = Data(base64Encoded: text), counts.contains(data.count) else { return nil }
        return Array(data)
    }
}
