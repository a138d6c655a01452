/// Reads signatures by the rules of D-Bus; a bus ends the connection of who sends one that breaks them.
struct Signature {
    private static let longest = 255
    private static let deepest = 32
    private static let basicTypes = Set("ybnqiuxtdsogh".utf8)

    private let bytes: [UInt8]
    private var position = 0

    /// The complete types that a signature is made of, such as `s` and `a{sv}`; `nil` if it is none.
    static func types(_ text: String) -> [String]? {
        var signature = Signature(bytes: Array(text.utf8))
        guard signature.bytes.count <= longest else { return nil }
        var types: [String] = []
        while signature.position < signature.bytes.count {
            let start = signature.position
            guard signature.skip(arrays: 0, structures: 0) else { return nil }
            types.append(String(decoding: signature.bytes[start..<signature.position], as: UTF8.self))
        }
        return types
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func consume() -> UInt8? {
        defer { position += 1 }
        return next
    }

    /// Passes one complete type; answers whether there was one.
    private mutating func skip(arrays: Int, structures: Int) -> Bool {
        guard arrays <= Self.deepest, structures <= Self.deepest, let type = consume() else { return false }
        switch type {
        case UInt8(ascii: "v"): return true
        case UInt8(ascii: "a"):
            if next == UInt8(ascii: "{") { return skipEntry(arrays: arrays + 1, structures: structures) }
            return skip(arrays: arrays + 1, structures: structures)
        case UInt8(ascii: "("): return skipFields(arrays: arrays, structures: structures + 1)
        default: return Self.basicTypes.contains(type)
        }
    }

    private mutating func skipFields(arrays: Int, structures: Int) -> Bool {
        repeat {
            guard skip(arrays: arrays, structures: structures) else { return false }
        } while next != UInt8(ascii: ")")
        position += 1
        return true
    }

    private mutating func skipEntry(arrays: Int, structures: Int) -> Bool {
        position += 1
        guard let key = consume(), Self.basicTypes.contains(key) else { return false }
        return skip(arrays: arrays, structures: structures + 1) && consume() == UInt8(ascii: "}")
    }
}
