/// The lines of a file with their numbers, without line ends and without a byte order mark.
struct LineStream {
    private let stream: ByteStream
    private var bytes: [UInt8] = []
    private var position = 0
    private(set) var number = 0

    /// No position takes a longer line: a message is at most half of it.
    static let longest = 131_072

    init(_ stream: ByteStream) { self.stream = stream }

    /// The next line that is not blank; nil at the end.
    mutating func next() throws(ImportError) -> ArraySlice<UInt8>? {
        while let line = try line() {
            if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return line }
        }
        return nil
    }

    private mutating func line() throws(ImportError) -> ArraySlice<UInt8>? {
        var searched = position
        while true {
            if let end = bytes[searched...].firstIndex(of: 0x0A) {
                defer { position = end + 1 }
                return clean(bytes[position..<end])
            }
            searched = bytes.count - position
            guard searched <= Self.longest else {
                let expected = "a line of at most \(Self.longest) bytes is expected"
                throw ImportError(file: stream.name, line: number + 1, message: expected)
            }
            let piece = try stream.next()
            bytes.removeSubrange(..<position)
            position = 0
            guard !piece.isEmpty else {
                defer { bytes = [] }
                return bytes.isEmpty ? nil : clean(bytes[...])
            }
            bytes += piece
        }
    }

    private mutating func clean(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        number += 1
        let line = number == 1 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
        return line.last == 0x0D ? line.dropLast() : line
    }
}
