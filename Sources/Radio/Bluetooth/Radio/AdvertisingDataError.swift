/// Why bytes are no advertising data, or an advertisement does not fit into any.
public enum AdvertisingDataError: Error, Hashable, Sendable {
    /// A structure goes on beyond the end.
    case truncated(at: Int)
    /// A structure has a length that its type cannot have.
    case wrongLength(type: UInt8, at: Int)
    /// Something follows the end of the data.
    case notZero(at: Int)
    /// More bytes are needed than there is room for.
    case tooLong(Int, limit: Int)
}

extension AdvertisingDataError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .truncated(let offset): "the advertising data ends within the structure at byte \(offset)"
        case .wrongLength(let type, let offset):
            "the advertising structure at byte \(offset) has a length that type 0x\(String(type, radix: 16)) cannot have"
        case .notZero(let offset): "the advertising data has something behind its end at byte \(offset)"
        case .tooLong(let count, let limit): "the advertisement takes \(count) bytes, at most \(limit) are expected"
        }
    }
}
