internal import CZlib

/// Packs bytes as gzip does (RFC 1952), piece by piece, with zlib.
///
/// It belongs to one task at a time.
@safe
public final class GzipStream {
    /// zlib points at it from within.
    private let stream: UnsafeMutablePointer<z_stream>

    /// How much time goes into how little room.
    public enum Level: Int32, Sendable {
        /// For what is packed for each who asks.
        case quick = 6
        /// For what is packed once.
        case small = 9
    }

    /// A stream that has packed nothing yet; nil where there is no memory for one (256 KiB).
    public init?(_ level: Level = .quick) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // The largest window, and 16 on top for the header and trailer of gzip.
        let status = unsafe deflateInit2_(
            stream, level.rawValue, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard status == Z_OK else {
            unsafe stream.deallocate()
            return nil
        }
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Packs the next bytes, and returns what of the packed ones is ready: often nothing, unless it is `last`.
    public func pack(_ bytes: [UInt8], last: Bool = false) -> [UInt8] {
        var packed: [UInt8] = []
        var room = [UInt8](repeating: 0, count: max(1024, min(64 * 1024, bytes.count / 2)))
        var bytes = bytes
        unsafe bytes.withUnsafeMutableBufferPointer { input in
            unsafe stream.pointee.next_in = input.baseAddress
            unsafe stream.pointee.avail_in = UInt32(input.count)
            var isFull = true
            // As long as it fills what it is given it has more.
            while isFull {
                let left = unsafe room.withUnsafeMutableBufferPointer { output in
                    unsafe stream.pointee.next_out = output.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(output.count)
                    _ = unsafe deflate(stream, last ? Z_FINISH : Z_NO_FLUSH)
                    return unsafe Int(stream.pointee.avail_out)
                }
                packed += room.prefix(room.count - left)
                isFull = left == 0
            }
            // They are gone with this call.
            unsafe stream.pointee.next_in = nil
        }
        return packed
    }

    /// All of something, packed; nil where that is no shorter.
    public static func packed(_ bytes: [UInt8], _ level: Level = .quick) -> [UInt8]? {
        guard let packed = GzipStream(level)?.pack(bytes, last: true), packed.count < bytes.count else { return nil }
        return packed
    }
}
