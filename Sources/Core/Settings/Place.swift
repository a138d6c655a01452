/// A line of a file, as errors name it.
public struct Place: Hashable, Sendable, CustomStringConvertible {
    public let file: String
    /// Counts from 1.
    public let line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// `file:line`, as editors and compilers write it.
    public var description: String { "\(file):\(line)" }
}
