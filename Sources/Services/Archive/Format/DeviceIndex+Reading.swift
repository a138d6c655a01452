import JSON
import Store
import Tracking

extension DeviceIndex {
    /// What an index tells.
    ///
    /// - Throws: ``ArchiveError``.
    static func read(_ bytes: [UInt8], _ name: String, storage: String, moved: Timestamp) throws -> [MonthOut] {
        func damaged(_ expected: String) -> ArchiveError { .damaged(object: name, line: 1, expected: expected) }
        let value: JSONValue
        do { value = try JSONValue(bytes) } catch {
            throw ArchiveError.damaged(object: name, line: error.line, expected: error.expected)
        }
        guard value["format"]?.text == "tagalong-index-1" else { throw damaged("format tagalong-index-1") }
        let names = value["device"]?.text?.split(separator: "/") ?? []
        guard names.count == 2, let owner = try? Name(names[0]), let device = try? Name(names[1]) else {
            throw damaged("a device")
        }
        let id = DeviceID(owner: owner, device: device)
        guard name == ArchiveNames.index(of: id) else { throw damaged("the index of another device") }
        return try (value["months"]?.list ?? []).map { entry in
            guard let month = entry["month"]?.text.flatMap({ CalendarMonth($0) }), let object = entry["object"]?.text,
                object.hasPrefix("\(id)/"), let first = entry["first"]?.text.flatMap({ Timestamp($0) }),
                let last = entry["last"]?.text.flatMap({ Timestamp($0) }), first >= month.start, last >= first,
                let digest = entry["sha256"]?.text, digest.utf8.count == 64,
                let generation = whole(entry, "generation"), let fixes = whole(entry, "fixes"),
                let bytes = whole(entry, "bytes")
            else { throw damaged("a month with its object") }
            return MonthOut(
                device: id, month: month, generation: generation, object: object, fixes: fixes, first: first,
                last: last,
                bytes: bytes, digest: digest, storage: storage, moved: moved)
        }
    }

    /// At least 1.
    private static func whole(_ entry: JSONValue, _ key: String) -> Int? {
        entry[key]?.number.flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
