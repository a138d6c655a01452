import Foundation

/// A folder in which scenarios of situations are kept, to be played again one by one.
public struct SituationFolder: Sendable {
    /// Where it cannot be written, and why.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public let path: String
        public let message: String

        public var description: String { "\(path): \(message)" }
    }

    private let url: URL

    /// Makes the folder where there is none.
    public init(_ path: String) throws(Failure) {
        url = URL(fileURLWithPath: path, isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch { throw Failure(path: path, message: "no folder can be made there") }
    }

    /// Writes the scenario of a run, over the one that the same run left before, and answers with the file's path.
    @discardableResult
    public func write(_ run: SituationRun) throws(Failure) -> String {
        let file = url.appendingPathComponent(run.fileName)
        do {
            try Data(run.text().utf8).write(to: file)
        } catch { throw Failure(path: file.path, message: "the scenario cannot be written") }
        return file.path
    }
}
