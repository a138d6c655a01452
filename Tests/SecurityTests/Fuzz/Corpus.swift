import Foundation

/// Inputs that are kept, as the first of their kind: each was refused with a sentence that no other one was, or was the
/// dearest so far.
enum Corpus {
    private static let directory =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/Corpus"

    /// The kept inputs of a parser, in the order of their names.
    static func kept(of subject: String) -> [[UInt8]] {
        let folder = "\(directory)/\(subject)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)").map { Array($0) } }
    }

    /// Keeps an input.
    static func keep(_ input: [UInt8], of subject: String, as name: String, in directory: String) throws {
        let folder = "\(directory)/\(subject)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(input).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
}
