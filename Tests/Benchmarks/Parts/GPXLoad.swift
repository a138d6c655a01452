import CExpat
import Foundation

/// A long recording, as loggers write it.
enum GPXLoad {
    static func document(points: Int) -> [UInt8] {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1">
            <trk><name>Load</name><trkseg>

            """
        for index in 0..<points {
            let latitude = String(format: "%.7f", 46 + Double(index) * 1e-6)
            let longitude = String(format: "%.7f", 14.5 + Double(index % 1000) * 1e-6)
            let (hours, minutes, seconds) = (index / 3600 % 24, index / 60 % 60, index % 60)
            let time = String(format: "2026-05-%02dT%02d:%02d:%02dZ", index / 86_400 + 1, hours, minutes, seconds)
            text += "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><ele>\(300 + index % 50).5</ele>"
            text += "<time>\(time)</time></trkpt>\n"
        }
        return Array((text + "</trkseg></trk></gpx>\n").utf8)
    }
}

/// The limit of reading GPX: expat with callbacks that only count.
enum BareExpat {
    /// How many `trkpt` elements a document has.
    static func points(in document: [UInt8]) -> Int {
        guard let parser = unsafe XML_ParserCreate(nil) else { return 0 }
        defer { unsafe XML_ParserFree(parser) }
        var count = 0
        unsafe withUnsafeMutablePointer(to: &count) { count in
            unsafe XML_SetUserData(parser, count)
            unsafe XML_SetElementHandler(parser, start, end)
            unsafe XML_SetCharacterDataHandler(parser, text)
            unsafe document.withUnsafeBytes { buffer in
                let pointer = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                _ = unsafe XML_Parse(parser, pointer, Int32(buffer.count), 1)
            }
        }
        return count
    }

    private static let start: XML_StartElementHandler = { data, name, _ in
        guard let name = unsafe name, unsafe strcmp(name, "trkpt") == 0 else { return }
        unsafe data?.assumingMemoryBound(to: Int.self).pointee += 1
    }

    private static let end: XML_EndElementHandler = { _, _ in }
    private static let text: XML_CharacterDataHandler = { _, _, _ in }
}
