/// Why a file was not taken in: one sentence with the place.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
    public let file: String
    /// Counts from 1; nil when the file as a whole is meant.
    public let line: Int?
    /// Which of the file's positions, counted from 1; nil when none is meant.
    public let record: Int?
    /// The sentence without the place.
    public let message: String

    public init(file: String, line: Int? = nil, record: Int? = nil, message: String) {
        (self.file, self.line, self.record, self.message) = (file, line, record, message)
    }

    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return record.map { "\(place): position \($0): \(message)" } ?? "\(place): \(message)"
    }
}
