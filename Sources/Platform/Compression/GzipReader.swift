internal import CZlib

/// Unpacks what gzip has packed (RFC 1952), with zlib.
public enum GzipReader {
    /// Why bytes could not be unpacked.
    public enum Failure: Error, Hashable, Sendable {
        /// They are no gzip, or end too early.
        case damaged
        /// They would take more than the limit.
        case tooLong
    }

    /// Whether bytes begin as those that gzip packs.
    public static func isPacked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

    /// What was packed: at most `limit` bytes, however few they are when packed.
    ///
    /// - Throws: ``Failure``.
    public static func unpack(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        // zlib points at it from within.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        defer { unsafe stream.deallocate() }
        // The largest window, and 16 on top for the header and trailer of gzip.
        let begun = unsafe inflateInit2_(
            stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)
        )
        guard begun == Z_OK else { throw .damaged }
        defer { unsafe inflateEnd(stream) }
        var unpacked: [UInt8] = []
        var status = Z_OK
        var (packed, room) = (bytes, [UInt8](repeating: 0, count: min(max(limit, 1), 64 << 10)))
        unsafe packed.withUnsafeMutableBufferPointer { input in
            unsafe stream.pointee.next_in = input.baseAddress
            unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
            while status == Z_OK, unpacked.count <= limit {
                let left = unsafe room.withUnsafeMutableBufferPointer { output in
                    unsafe stream.pointee.next_out = output.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(output.count)
                    status = unsafe inflate(stream, Z_NO_FLUSH)
                    return unsafe Int(stream.pointee.avail_out)
                }
                unpacked += room.prefix(room.count - left)
            }
        }
        guard unpacked.count <= limit else { throw .tooLong }
        guard status == Z_STREAM_END else { throw .damaged }
        return unpacked
    }
}
