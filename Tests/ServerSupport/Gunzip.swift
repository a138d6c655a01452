import CZlib

/// Unpacks what gzip has packed; nil for what is none, or not whole.
public func gunzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard unsafe inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        return nil
    }
    defer { unsafe inflateEnd(&stream) }
    var (input, whole, status) = (bytes, [UInt8](), Z_OK)
    var room = [UInt8](repeating: 0, count: 64 * 1024)
    return unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        while status == Z_OK {
            let left = unsafe room.withUnsafeMutableBufferPointer { output in
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(output.count)
                status = unsafe inflate(&stream, Z_NO_FLUSH)
                return unsafe Int(stream.avail_out)
            }
            whole += room.prefix(room.count - left)
        }
        return status == Z_STREAM_END ? whole : nil
    }
}
