internal import Glibc

/// What is sent: bytes, or a file that is read while it is sent.
struct Upload: Sendable {
    /// How many bytes there are.
    let count: Int
    private let content: Content

    private enum Content: Sendable {
        case bytes([UInt8])
        case file(OpenFile)
    }

    private final class OpenFile: Sendable {
        let descriptor: Int32
        init(_ descriptor: Int32) { self.descriptor = descriptor }
        deinit { close(descriptor) }
    }

    init(_ bytes: [UInt8]) { (count, content) = (bytes.count, .bytes(bytes)) }

    /// A file as long as it is now.
    init(file path: String) throws(CurlFailure) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        let file = OpenFile(descriptor)
        var found = stat()
        guard unsafe fstat(descriptor, &found) == 0 else { throw Self.failure(path) }
        (count, content) = (Int(found.st_size), .file(file))
    }

    private static func failure(_ path: String) -> CurlFailure {
        CurlFailure("\(path) cannot be read: \(unsafe String(cString: strerror(errno)))")
    }

    /// Up to so many bytes from a place on, none at the end; nil when the file cannot be read, or is shorter than it was.
    func piece(from position: Int, upTo room: Int) -> ArraySlice<UInt8>? {
        let size = max(0, min(room, count - position))
        switch content {
        case .bytes(let bytes): return bytes[position..<position + size]
        case .file(let file):
            if size == 0 { return [] }
            var bytes = [UInt8](repeating: 0, count: size)
            while true {
                let step = unsafe bytes.withUnsafeMutableBytes {
                    unsafe pread(file.descriptor, $0.baseAddress, $0.count, off_t(position))
                }
                if step < 0, errno == EINTR { continue }
                return step > 0 ? bytes[..<step] : nil
            }
        }
    }
}
