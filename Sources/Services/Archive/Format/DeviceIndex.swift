import JSON
public import Store
public import Tracking

/// The object that tells a person, or a program that has no database, which months of a device are out.
public enum DeviceIndex {
    /// One line for each month, within one JSON object.
    public static func text(_ device: DeviceID, _ months: [MonthOut]) -> [UInt8] {
        let head = #"{"format":"tagalong-index-1","device":"\#(device)","months":["#
        let lines = months.sorted { $0.month < $1.month }.map { month in
            let line = JSONValue.object([
                "month": .text("\(month.month)"),
                "object": .text(month.object),
                "generation": .whole(Int64(month.generation)),
                "fixes": .whole(Int64(month.fixes)),
                "first": .text("\(month.first)"),
                "last": .text("\(month.last)"),
                "bytes": .whole(Int64(month.bytes)),
                "sha256": .text(month.digest),
            ])
            return String(decoding: line.encoded(), as: UTF8.self)
        }
        return Array("\(head)\n\(lines.joined(separator: ",\n"))\n]}\n".utf8)
    }
}
