import Foundation

/// A file to take in: one on disk, one that was sent, or bytes.
public struct ImportSource: Sendable {
    /// What it is called in errors.
    public let name: String
    private let content: Content

    private enum Content: Sendable {
        case file
        case spooled(SpooledFile)
        case bytes([UInt8])
    }

    /// A file on disk, read in pieces.
    public init(file: String) { (name, content) = (file, .file) }

    /// A file that was sent, read in pieces, as often as is wished.
    public init(_ spooled: SpooledFile, name: String) { (self.name, content) = (name, .spooled(spooled)) }

    /// Bytes in memory.
    public init(bytes: [UInt8], name: String) { (self.name, content) = (name, .bytes(bytes)) }

    func open(limit: Int) throws(ImportError) -> ByteStream {
        switch content {
        case .file: try ByteStream(file: name, limit: limit)
        case .spooled(let file): ByteStream(file, name: name, limit: limit)
        case .bytes(let bytes): ByteStream(bytes: bytes, name: name, limit: limit)
        }
    }
}

/// The bytes of a file, piece by piece.
final class ByteStream {
    let name: String
    /// How many bytes have been handed out.
    private(set) var count = 0
    private let limit: Int
    private let source: Source
    private var rest: [UInt8]
    /// How far a spooled file has been read.
    private var offset = 0
    private var peeked: [UInt8]?

    private enum Source {
        case memory
        case file(FileHandle)
        case spooled(SpooledFile)
    }

    private static let piece = 1 << 18

    init(bytes: [UInt8], name: String, limit: Int) {
        self.name = name
        self.limit = limit
        source = .memory
        rest = bytes
    }

    init(_ file: SpooledFile, name: String, limit: Int) {
        self.name = name
        self.limit = limit
        source = .spooled(file)
        rest = []
    }

    init(file: String, limit: Int) throws(ImportError) {
        var isDirectory: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory)
        guard exists else { throw ImportError(file: file, message: "there is no such file") }
        if isDirectory.boolValue { throw ImportError(file: file, message: "a file is expected, this is a directory") }
        guard let handle = FileHandle(forReadingAtPath: file) else {
            throw ImportError(file: file, message: "the file cannot be read")
        }
        name = file
        self.limit = limit
        source = .file(handle)
        rest = []
    }

    /// The first piece, which is handed out again.
    func head() throws(ImportError) -> [UInt8] {
        if let peeked { return peeked }
        let head = try read()
        peeked = head
        return head
    }

    /// The next piece; empty at the end.
    func next() throws(ImportError) -> [UInt8] {
        let piece = if let peeked { peeked } else { try read() }
        peeked = nil
        count += piece.count
        guard count <= limit else {
            throw ImportError(file: name, message: "at most \(limit) bytes are expected")
        }
        return piece
    }

    private func read() throws(ImportError) -> [UInt8] {
        switch source {
        case .memory:
            defer { rest = [] }
            return rest
        case .file(let handle):
            do { return [UInt8](try handle.read(upToCount: Self.piece) ?? Data()) } catch {
                throw ImportError(file: name, message: "the file cannot be read: \(error.localizedDescription)")
            }
        case .spooled(let file):
            do {
                let piece = try file.read(from: offset, upTo: Self.piece)
                offset += piece.count
                return piece
            } catch { throw ImportError(file: name, message: "\(error)") }
        }
    }
}
