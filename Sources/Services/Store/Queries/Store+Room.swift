import Foundation

extension Store {
    /// Where files may be made that are as large as what is stored: beside the database, or where temporary files are when
    /// it has no file here.
    public var workDirectory: String {
        guard file != nil else { return FileManager.default.temporaryDirectory.path }
        return URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    /// The bytes of the database without SQLite's log; nil for one in memory.
    ///
    /// - Throws: ``StoreError``.
    public func bytes() throws -> Int? {
        if isPostgres { return try read { try $0.space().size } }
        guard file != nil else { return nil }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
