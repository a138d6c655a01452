internal import Files

/// The time zones that the system knows, from the files of Debian's package `tzdata`.
public struct ZoneDatabase: Sendable {
    /// Where the files are.
    public let directory: String

    public init(directory: String = "/usr/share/zoneinfo") { self.directory = directory }

    /// A zone by its name, such as `Europe/Zurich`; it is read at each call.
    ///
    /// - Throws: ``ZoneError`` for a name that is none, or leads elsewhere, and for a file that cannot be read.
    public func zone(named name: String) throws(ZoneError) -> Zone {
        guard Self.isName(name) else { throw .badName(name) }
        guard case .bytes = FileReader.extent(of: "\(directory)/\(name)"), let data = try read(name) else {
            // A system without the package still has its UTC.
            if name == "UTC" || name == "Etc/UTC" { return .utc }
            throw .unknown(name: name, suggestion: suggestion(for: name))
        }
        return try Zone(name: name, data: data)
    }

    private func read(_ name: String) throws(ZoneError) -> [UInt8]? { try Self.read("\(directory)/\(name)") }

    static func read(_ path: String) throws(ZoneError) -> [UInt8]? {
        if case .bytes(let count)? = FileReader.extent(of: path), count > 1 << 20 {
            throw .unreadable(reason: "\(path) has more than 1 MiB, which no file of time zones has")
        }
        do throws(FileError) { return try FileReader.read(path, limit: 1 << 20) } catch {
            throw .unreadable(reason: "\(error)")
        }
    }

    /// Whether a text may be a zone's name: parts of letters, digits and `+-_.`, none of which is `.` or `..`.
    static func isName(_ text: String) -> Bool {
        guard (1...100).contains(text.utf8.count) else { return false }
        return text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part != "." && part != ".." && !part.hasPrefix("-")
                && part.utf8.allSatisfy { byte in
                    (65...90).contains(byte & 0xDF) && byte < 128 || (48...57).contains(byte)
                        || "+-_.".utf8.contains(byte)
                }
        }
    }

    /// One that was perhaps meant: it differs in capitals only, or ends so.
    private func suggestion(for name: String) -> String? {
        let wanted = name.lowercased()
        let all = names
        return all.first { $0.lowercased() == wanted } ?? all.first { $0.lowercased().hasSuffix("/" + wanted) }
    }

    /// The names of all zones, sorted; none where the database has no list of them.
    ///
    /// The list is read at each call.
    public var names: [String] {
        if let bytes = try? read("tzdata.zi") { return Self.names(inRules: bytes) }
        if let bytes = try? read("zone1970.tab") { return Self.names(inTable: bytes) }
        return []
    }

    /// Of `tzdata.zi`, as zic reads it: `Z NAME …` for a zone, `L TARGET NAME` for another name of one.
    static func names(inRules bytes: [UInt8]) -> [String] {
        bytes.split(separator: 10).compactMap { line -> String? in
            let fields = line.split(separator: 32, maxSplits: 3)
            switch (line.first, fields.count) {
            case (UInt8(ascii: "Z"), 2...): return String(decoding: fields[1], as: UTF8.self)
            case (UInt8(ascii: "L"), 3...): return String(decoding: fields[2], as: UTF8.self)
            default: return nil
            }
        }.filter(isName).sorted()
    }

    /// Of `zone1970.tab`: countries, coordinates and name between tabs.
    static func names(inTable bytes: [UInt8]) -> [String] {
        bytes.split(separator: 10).filter { $0.first != UInt8(ascii: "#") }.compactMap { line -> String? in
            let fields = line.split(separator: 9)
            return fields.count >= 3 ? String(decoding: fields[2], as: UTF8.self) : nil
        }.filter(isName).sorted()
    }
}
