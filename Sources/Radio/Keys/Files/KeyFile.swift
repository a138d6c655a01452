import Foundation
import JSON

/// The keys of one or several tags, as other programs keep them; the format is told by what stands in the file.
///
/// - FindMy.py: the JSON of an accessory, of a key pair, or of an accessory with several keys.
/// - Apple's decrypted `OwnedBeacons` record of an accessory, as a property list in XML or binary.
/// - OpenHaystack and macless-haystack: a `.keys` file, or a list of devices in JSON or as a property list.
/// - Find Hub: the ephemeral identity key, 32 bytes, alone or in JSON with the time of pairing.
/// - What `tagalong account export --with-keys` writes.
/// - An identity resolving key: 16 bytes, alone, in JSON, or in bluetoothd's `info`.
public struct KeyFile: Hashable, Sendable {
    public let tags: [Tag]

    public struct Tag: Hashable, Sendable {
        /// What the file calls the tag; nil where it has no name.
        public let name: String?
        public let key: TagKey

        init(_ name: String? = nil, _ key: TagKey) { (self.name, self.key) = (name, key) }
    }

    /// Why a file has no key, in one sentence without its name, and nothing of what stands in it.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// More bytes than such a file has.
    public static let longest = 4 << 20

    /// Reads the bytes of a file.
    ///
    /// - Throws: ``Invalid`` for anything that is not known, or is not whole.
    public init(_ bytes: [UInt8]) throws(Invalid) {
        guard bytes.count <= Self.longest else { throw Invalid(description: "it is too long for keys of tags") }
        let tags = try Self.read(bytes)
        guard !tags.isEmpty else { throw Self.unknown }
        self.tags = tags
    }

    static let unknown = Invalid(
        description: "it has no keys that are known; expected: an accessory of FindMy.py (JSON or property list), keys "
            + "of OpenHaystack (.keys or JSON), an identity key of Find Hub (32 bytes) or an identity resolving key "
            + "(16 bytes), in hexadecimal or base64"
    )

    private static func read(_ bytes: [UInt8]) throws(Invalid) -> [Tag] {
        let text = bytes.drop { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        // bluetoothd's sections begin like a list, but with a word.
        let isSection =
            text.first == UInt8(ascii: "[") && text.dropFirst().first.map { (0x41...0x5A).contains($0) } == true
        switch text.first {
        case UInt8(ascii: "{"),
            UInt8(ascii: "[") where !isSection:
            let value: JSONValue
            do throws(JSONError) { value = try JSONValue(bytes) } catch {
                throw Invalid(description: "line \(error.line): it is no valid JSON")
            }
            return try read(KeyNode(value))
        case UInt8(ascii: "<"): return try read(propertyList: bytes)
        default:
            if text.starts(with: Array("bplist".utf8)) { return try read(propertyList: bytes) }
            return try KeyText(String(decoding: text, as: UTF8.self)).tags()
        }
    }

    private static func read(propertyList bytes: [UInt8]) throws(Invalid) -> [Tag] {
        if bytes.starts(with: Array("bplist".utf8)) {
            guard let count = BinaryListExtent.count(bytes, limit: KeyNode.most), count <= KeyNode.most else {
                throw Invalid(description: "it is no valid property list, or has more values than keys of tags have")
            }
        }
        guard let list = try? unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil) else {
            throw Invalid(description: "it is no valid property list")
        }
        return try read(KeyNode(propertyList: list))
    }

    private static func read(_ node: KeyNode) throws(Invalid) -> [Tag] {
        var tags: [Tag] = []
        for (index, element) in node.elements.enumerated() {
            do throws(Invalid) { tags.append(try KeyDocument(element).tag()) } catch {
                guard node.isList else { throw error }
                throw Invalid(description: "tag \(index + 1) of the list: \(error)")
            }
        }
        return tags
    }
}
