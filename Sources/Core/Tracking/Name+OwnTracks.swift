internal import Foundation

/// Users and devices of OwnTracks, who may be called what is no ``Name``: `sam@mail.example`, `Zoë`, `My Phone`.
///
/// Such a text is written as a name from which it can be read again, and this is undone where OwnTracks reads. A text
/// that is a name stays as it is, unless it reads like a text that was written so. So no two texts become one name.
/// Either form is at most 64 characters:
///
/// - `x--` and the text, in which each byte of UTF-8 but `A–Z a–z 0–9 -` is `_` and two digits: `x--sam_40mail_2eexample`;
/// - where that is too long, `b--` and the text in Base64 for URLs (RFC 4648, section 5), not padded.
extension Name {
    /// Why a text can be nobody's name.
    public struct Unwritable: Error, Hashable, Sendable, CustomStringConvertible {
        let text: String

        public var description: String {
            "'\(text.excerpt(80))' is no name: letters of any script, digits, blanks and marks but '/', '+' and '#' are "
                + "expected, of which 45 bytes always fit"
        }
    }

    private static let plainMark = "x--"
    private static let packedMark = "b--"

    /// The name for a user or a device of OwnTracks, composed as Unicode's form C, so that it does not matter on what it
    /// was typed.
    ///
    /// - Throws: ``Unwritable`` for what is empty, too long, or has something in it that cannot be in a topic or cannot
    ///   be seen.
    public init(ownTracks text: some StringProtocol) throws(Unwritable) {
        // Nearly all stand for themselves.
        if let name = try? Name(text), !name.hasMark {
            self = name
            return
        }
        let composed = text.utf8.allSatisfy { $0 < 0x80 } ? String(text) : text.precomposedStringWithCanonicalMapping
        guard let escaped = Self.escaped(composed), let name = try? Name(escaped) else {
            throw Unwritable(text: String(text))
        }
        self = name
    }

    /// Whether it may be written for another text.
    private var hasMark: Bool { Self.hasMark(text) }

    /// Asked of every topic, so by bytes: ``plainMark`` or ``packedMark``.
    private static func hasMark(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        guard bytes.count >= 3, bytes[1] == UInt8(ascii: "-"), bytes[2] == UInt8(ascii: "-") else { return false }
        return bytes[0] == UInt8(ascii: "x") || bytes[0] == UInt8(ascii: "b")
    }

    /// What OwnTracks calls it.
    public var ownTracks: String { Self.unescaped(text) ?? text }

    /// A name as a person writes it: itself, or what OwnTracks calls it.
    ///
    /// - Throws: ``Unwritable``.
    public init(written text: some StringProtocol) throws(Unwritable) {
        if let name = try? Name(text) { self = name } else { try self.init(ownTracks: text) }
    }

    private static func escaped(_ text: String) -> String? {
        if (try? Name(text)) != nil, unescaped(text) == nil { return text }
        // What was no UTF-8, as an old header may be, comes with U+FFFD, and others would become the same.
        guard TextBounds(1...64, bytes: 64).allows(text), !text.unicodeScalars.contains("\u{FFFD}"),
            !text.utf8.contains(where: { "/+#".utf8.contains($0) })
        else { return nil }
        var plain = plainMark
        for byte in text.utf8 {
            if isAllowed(byte), byte != UInt8(ascii: "_") {
                plain.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                plain += (byte < 16 ? "_0" : "_") + String(byte, radix: 16)
            }
        }
        if plain.utf8.count <= 64 { return plain }
        let base64 = Data(text.utf8).base64EncodedString().prefix { $0 != "=" }
        let packed = packedMark + base64.replacing("+", with: "-").replacing("/", with: "_")
        return packed.utf8.count <= 64 ? packed : nil
    }

    /// The text that a name was written for; nil for one that stands for itself.
    private static func unescaped(_ name: String) -> String? {
        guard hasMark(name), name.utf8.count > 3 else { return nil }
        let body = name.utf8.dropFirst(3)
        let bytes: [UInt8]?
        if name.hasPrefix(plainMark) {
            bytes = unescaped(body)
        } else {
            let base64 = String(decoding: body, as: UTF8.self).replacing("-", with: "+").replacing("_", with: "/")
            let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
            bytes = Data(base64Encoded: base64 + padding).map(Array.init)
        }
        // Only what this text is written as, of all that would be read as it.
        guard let bytes, let text = String(validating: bytes, as: UTF8.self), escaped(text) == name,
            text.utf8.elementsEqual(text.precomposedStringWithCanonicalMapping.utf8)
        else { return nil }
        return text
    }

    private static func unescaped(_ body: Substring.UTF8View) -> [UInt8]? {
        var (bytes, rest) = ([UInt8](), body)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "_") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
        }
        return bytes
    }
}

extension DeviceID {
    /// What OwnTracks calls it: the end of its topic.
    public var ownTracks: String { owner.ownTracks + "/" + device.ownTracks }
}
