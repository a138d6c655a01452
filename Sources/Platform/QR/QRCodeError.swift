/// Why there is no QR code.
public enum QRCodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// So many bytes do not fit.
    case size(Int)
    /// The library has got no memory.
    case memory

    public var description: String {
        switch self {
        case .size(let count): "a QR code holds 1 to \(QRCode.mostBytes) bytes, found \(count)"
        case .memory: "there is no memory for a QR code"
        }
    }
}
