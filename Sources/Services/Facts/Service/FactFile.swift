internal import Files
internal import Glibc

/// Where what is known and what was used are kept: a JSON file that only its user may read, replaced as a whole.
///
/// Positions in it are those of cells and of shops, and never anybody's.
public struct FactFile: Hashable, Sendable {
    public let path: String

    private static let longest = 32 << 20

    public init(path: String) { self.path = path }

    /// Why it could not be read or written, in one sentence.
    public struct Trouble: Error, Hashable, Sendable, CustomStringConvertible { public let description: String }

    /// What is in it; nil where there is none.
    ///
    /// - Throws: ``Trouble``; a file that cannot be understood is then under another name, and the next one is new.
    func read() throws(Trouble) -> FactMemory? {
        if case .bytes(let count)? = FileReader.extent(of: path), count > Self.longest { throw putAside() }
        do throws(FileError) {
            guard let bytes = try FileReader.read(path, limit: Self.longest) else { return nil }
            if let memory = FactMemory(decoding: bytes) { return memory }
        } catch { throw Trouble(description: "\(error)") }
        throw putAside()
    }

    private func putAside() -> Trouble {
        guard unsafe rename(path, path + ".broken") == 0 else {
            return Trouble(description: "\(path) cannot be understood, and cannot be put aside either")
        }
        return Trouble(description: "\(path) cannot be understood; it is now \(path).broken, and a new one begins")
    }

    /// Puts other content in its place.
    ///
    /// - Throws: ``Trouble``.
    func write(_ memory: FactMemory) throws(Trouble) {
        do throws(FileError) { try FileDraft.replace(path, with: memory.encoded()) } catch {
            throw Trouble(description: "\(error)")
        }
    }
}
