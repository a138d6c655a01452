import Files
import Foundation
import Tracking

/// The file in which simulated trackers keep their owners and bonds: one JSON object to a line, for its owner's eyes.
struct TagMemoryFile {
    let path: String

    /// What each tracker keeps, by its number; nothing when there is no file yet.
    func read() throws(CommandFailure) -> [TrackerNumber: TagMemory] {
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw CommandFailure(.badInput, "\(path): cannot be read: \(error.localizedDescription)")
        }
        var memories: [TrackerNumber: TagMemory] = [:]
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty {
            let (number, memory) = try decode(line, at: index + 1)
            memories[number] = memory
        }
        return memories
    }

    private func decode(_ line: Data, at number: Int) throws(CommandFailure) -> (TrackerNumber, TagMemory) {
        do {
            return try JSONDecoder().decode(TagMemoryRecord.self, from: line).decoded()
        } catch let error as TagMemoryRecord.Wrong {
            throw CommandFailure(.badInput, "\(path):\(number): \(error.key): \(error.expected) is expected")
        } catch let error as DecodingError {
            throw CommandFailure(.badInput, "\(path):\(number): \(error.sentence)")
        } catch {
            throw CommandFailure(.badInput, "\(path):\(number): it cannot be read: \(error.localizedDescription)")
        }
    }

    /// - Throws: ``CommandFailure`` where the file could not be made.
    func checkDirectory() throws(CommandFailure) {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard unsafe access(directory, W_OK) != 0 else { return }
        throw CommandFailure(.badInput, "\(path): cannot be written: \(unsafe String(cString: strerror(errno)))")
    }

    /// Replaces the file as a whole, readable by its owner only: it has keys in it.
    func write(_ memories: [TrackerNumber: TagMemory]) throws(CommandFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            var bytes: [UInt8] = []
            for (number, memory) in memories.sorted(by: { $0.key.value < $1.key.value }) where !memory.isEmpty {
                bytes += try encoder.encode(TagMemoryRecord(number, memory)) + [UInt8(ascii: "\n")]
            }
            try FileDraft.replace(path, with: bytes)
        } catch let error as FileError {
            throw CommandFailure(.failure, "\(path): cannot be written: \(error.reason)")
        } catch { throw CommandFailure(.failure, "\(path): cannot be written: \(error)") }
    }
}

extension DecodingError {
    /// What is wrong with a value, with its key.
    var sentence: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.place(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(Self.place(context.codingPath)): a value of another kind is expected"
        default: "a JSON object with numbers in their ranges is expected"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.isEmpty
            ? "the line"
            : path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined().trimmingPrefix(".")
                .description
    }
}
