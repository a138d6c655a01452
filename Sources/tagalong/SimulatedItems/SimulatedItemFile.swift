import API
import Files
import Foundation
import Simulation
import Tracking

/// The file in which a service keeps its simulated items: one JSON object to a line, replaced as a whole.
struct SimulatedItemFile: Hashable, Sendable {
    let path: String

    init(path: String) { self.path = path }

    /// The file beside a database: each service has its own.
    init(of store: StoreChoice) {
        let directory = store.directory ?? Directory.parent(of: store.path)
        let isUsual = store.directory != nil && !store.isOnServer
        let name = isUsual ? "simulated-items" : "\((store.files as NSString).lastPathComponent)-simulated-items"
        path = "\(directory)/\(name).jsonl"
    }

    /// The items in the order of the file; none where there is no file.
    ///
    /// - Throws: ``CommandFailure`` with the file, the line and what is expected there.
    func read() throws(CommandFailure) -> [SimulatedItem] {
        // Of a pipe or a device there is no end to wait for.
        guard FileReader.extent(of: path) != .open else {
            throw CommandFailure(.badInput, "\(path): a file is expected, found a directory, pipe or device")
        }
        let bytes: [UInt8]?
        do { bytes = try FileReader.read(path, limit: Self.limit) } catch {
            throw CommandFailure(.badInput, "\(error)")
        }
        var items: [SimulatedItem] = []
        let lines = (bytes ?? []).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty {
            let item = try decode(Data(line), at: index + 1)
            guard !items.contains(where: { $0.device == item.device }) else {
                throw CommandFailure(.badInput, "\(path):\(index + 1): \(item.device) stands above already")
            }
            items.append(item)
        }
        let count = items.count { !$0.isDeleted }
        guard count <= SimulatedItemDesk.most else {
            let most = SimulatedItemDesk.most
            throw CommandFailure(.badInput, "\(path): at most \(most) items are expected, found \(count)")
        }
        return items
    }

    /// Bytes beyond which it is no file of ours.
    private static let limit = 1 << 20

    private func decode(_ line: Data, at number: Int) throws(CommandFailure) -> SimulatedItem {
        let place = "\(path):\(number)"
        do {
            return try JSONDecoder().decode(SimulatedItemRecord.self, from: line).decoded()
        } catch let error as TagMemoryRecord.Wrong {
            throw CommandFailure(.badInput, "\(place): \(error.key): \(error.expected) is expected")
        } catch let error as DecodingError {
            throw CommandFailure(.badInput, "\(place): \(error.sentence)")
        } catch { throw CommandFailure(.badInput, "\(place): it cannot be read: \(error)") }
    }

    /// Keeps the items in place of those before; a crash leaves one of the two.
    func write(_ items: [SimulatedItem]) throws(CommandFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            var bytes: [UInt8] = []
            for item in items.sorted(by: { $0.device < $1.device }) {
                bytes += try encoder.encode(SimulatedItemRecord(item)) + [UInt8(ascii: "\n")]
            }
            try FileDraft.replace(path, with: bytes)
        } catch let error as FileError {
            throw CommandFailure(.failure, "\(path): cannot be written: \(error.reason)")
        } catch { throw CommandFailure(.failure, "\(path): cannot be written: \(error)") }
    }
}
