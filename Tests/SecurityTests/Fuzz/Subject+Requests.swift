import JSON

@testable import API
@testable import Access
@testable import Console
@testable import Recorder
@testable import Web

extension Subject {
    /// A body of JSON, and an object read from it as routes do.
    static let body = Subject(
        "json-body",
        seeds: [
            #"{"account":"sam","passcode":"correct horse"}"#,
            #"{"name":"Bike ✓","radio":"cellular","thresholds":{"warning_m":5,"critical_m":10.5},"tags":[1,null,true]}"#,
            #"{"name":"home","points":[[46.05,14.5],[46.06,14.5],[46.06,14.51]],"from":"2026-05-01T09:00:00Z"}"#,
        ],
        words: json + ["\"name\":", "\"points\":", "\"account\":"]
    ) { bytes in
        do {
            var reader = BodyReader(try JSONValue(body: bytes))
            _ = (reader.itemName("name"), reader.text("account", characters: 1...64), reader.time("from"))
            _ = (reader.number("warning_m", in: 1...100), reader.flag("on"), reader.name("passcode"))
            try reader.finish()
            return ""
        } catch let error as Problem { return error.detail }
    }

    /// The fields of a form or a query.
    static let form = Subject(
        "form",
        seeds: ["u=sam&d=phone&lat=46.05&lon=14.5", "user=sam&device=keys&from=2026-05-01&format=%67px", ""],
        words: ["&", "=", "%", "%2", "%00", "%C3%A9", "+", "u=", "%ff", "a=1&", "&&&&"]
    ) { bytes in
        do {
            _ = try FormFields(String(decoding: bytes, as: UTF8.self))
            return ""
        } catch let error as Problem { return error.detail }
    }

    /// Pictures of each kind, of one pixel or so, with data that is to be removed.
    static let photo = Subject(
        "photo",
        bytes: [jpeg, png, webp],
        words: [
            [0xFF, 0xD8, 0xFF], [0xFF, 0xE1, 0, 8], [0xFF, 0xDA], [0xFF, 0xD9], [0xFF, 0, 0], Array("IHDR".utf8),
            Array("IDAT".utf8), Array("eXIf".utf8), Array("EXIF".utf8), Array("VP8X".utf8), [0xFF, 0xFF, 0xFF, 0xFF],
            [0, 0, 0, 0], [0x7F, 0xFF, 0xFF, 0xFF],
        ]
    ) { bytes in
        do {
            _ = try PhotoFile(bytes).cleaned.count
            return ""
        } catch { return "\(error)" }
    }

    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE1, 0, 10] + Array("Exif\0\0MM".utf8) + [0xFF, 0xDB, 0, 4, 1, 2]
        + [0xFF, 0xDA, 0, 4, 1, 2, 0x33, 0xFF, 0, 0x44, 0xFF, 0xD9]
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 2] + Array("eXIf".utf8) + [1, 2, 0, 0, 0, 0]
        + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    private static let webp: [UInt8] =
        Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        + Array("EXIF".utf8) + [0, 0, 0, 0]

    /// What an authenticator says, in CBOR.
    static let passkey = Subject(
        "passkey",
        bytes: [
            [0xA3, 0x63, 0x66, 0x6D, 0x74, 0x64, 0x6E, 0x6F, 0x6E, 0x65, 0x01, 0x43, 1, 2, 3, 0x20, 0x81, 0x18, 0xFF],
            [UInt8](repeating: 7, count: 32) + [0x45, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 17) + [2, 5, 6]
                + [0xA2, 0x01, 0x02, 0x03, 0x26],
        ],
        words: [
            [0xA1, 0x01], [0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xBB, 0, 0, 0, 0, 0, 1, 0, 0],
            [0x81, 0x81, 0x81, 0x81], [0x5A, 0, 0, 1, 0], [0x78, 0xFF], [0xF6], [0x40], [0x60],
        ]
    ) { bytes in
        var reader = CBORReader(bytes)
        let value = reader.next()
        do {
            _ = try AuthenticatorData(bytes)
            return ""
        } catch let error as AccessError { return value == nil ? error.description : "" }
    }
}
