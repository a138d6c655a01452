import Files
import Foundation
public import Tracking

/// Where a guard keeps what it remembers: a JSON file that only its user may read, replaced as a whole.
public struct GuardFile: Hashable, Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// The file of an owner's guard in a data directory.
    public init(of owner: Name, in directory: String) { path = "\(directory)/guard-\(owner).json" }

    /// Why there is no memory, in a sentence.
    public struct Unreadable: Error, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// What was kept; a new memory where there is no file.
    ///
    /// - Throws: ``Unreadable`` for a file that is not this owner's guard's, or of a later version, and for what is no file.
    public func read(for owner: Name) throws(Unreadable) -> GuardMemory {
        // Of a pipe or a device there is no end to wait for.
        guard FileReader.extent(of: path) != .open else {
            throw Unreadable(description: "\(path): a file is expected, found a directory, pipe or device")
        }
        let bytes: [UInt8]?
        do { bytes = try FileReader.read(path) } catch { throw Unreadable(description: "\(error)") }
        guard let bytes else { return GuardMemory(owner: owner) }
        let decoder = JSONDecoder()
        let data = Data(bytes)
        if let form = try? decoder.decode(Form.self, from: data), form.version > GuardMemory.version {
            throw Unreadable(
                description: "\(path): version \(GuardMemory.version) is expected, found \(form.version): a later "
                    + "version of the program wrote it"
            )
        }
        guard let memory = try? decoder.decode(GuardMemory.self, from: data), memory.isInTime else {
            throw Unreadable(
                description: "\(path): what a guard remembers is expected, found something else; move the file away to "
                    + "begin anew"
            )
        }
        guard memory.owner == owner.text else {
            throw Unreadable(
                description: "\(path): what the guard of \(owner) remembers is expected, found that of "
                    + "\(memory.owner.debugDescription)"
            )
        }
        return memory
    }

    /// Keeps a memory in place of the one before; a crash leaves one of the two.
    ///
    /// - Throws: `FileError`, or an error of the encoder.
    public func write(_ memory: GuardMemory) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try FileDraft.replace(path, with: [UInt8](try encoder.encode(memory)))
    }

    private struct Form: Decodable { let version: Int }
}
