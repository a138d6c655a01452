import Foundation
import NIOCore
import TestSupport
import Testing

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite(.timeLimit(.minutes(30)))
struct PhotoTests {
    /// A JPEG of the form that phones make: JFIF, Exif with GPS and an orientation, a comment, tables, a scan.
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 7] + Array("JFIF\0".utf8) + exif
        + [0xFF, 0xFE, 0, 8] + Array("secret".utf8) + [0xFF, 0xDB, 0, 4, 1, 2]
        + [0xFF, 0xDA, 0, 4, 9, 9, 1, 2, 0xFF, 0, 3, 0xFF, 0xD9] + Array("a second picture".utf8)

    private static let exif: [UInt8] = {
        let tiff: [UInt8] =
            [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
        let content = Array("Exif\0\0".utf8) + tiff + Array("GPS 52.5 13.4".utf8)
        return [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content
    }()

    private static func chunk(_ name: String, _ content: String) -> [UInt8] {
        [0, 0, 0, UInt8(content.utf8.count)] + Array(name.utf8) + Array(content.utf8) + [0, 0, 0, 0]
    }

    private static let png =
        PNGFile.signature + chunk("IHDR", "head") + chunk("tEXt", "GPS") + chunk("eXIf", "GPS")
        + chunk("IDAT", "data") + chunk("IEND", "") + Array("behind".utf8)

    private static let webp: [UInt8] = {
        let chunks: [[UInt8]] = [
            Array("VP8X".utf8) + [10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            Array("VP8 ".utf8) + [3, 0, 0, 0, 1, 2, 3, 0],
            Array("EXIF".utf8) + [3, 0, 0, 0] + Array("GPS".utf8) + [0],
            Array("XMP ".utf8) + [4, 0, 0, 0] + Array("GPS!".utf8),
        ]
        let content = Array("WEBP".utf8) + chunks.flatMap(\.self)
        return Array("RIFF".utf8) + [UInt8(content.count), 0, 0, 0] + content
    }()

    @Test(arguments: [jpeg, png, webp])
    func `of a picture, only what is seen is kept`(picture: [UInt8]) throws {
        let cleaned = try PhotoFile(picture).cleaned
        let text = String(decoding: cleaned, as: UTF8.self)
        for word in ["GPS", "secret", "behind", "second"] { #expect(!text.contains(word)) }
        // What is clean stays as it is.
        #expect(try PhotoFile(cleaned).cleaned == cleaned)
    }

    @Test func `a picture that lies on its side still does so`() throws {
        let cleaned = try PhotoFile(Self.jpeg).cleaned
        let start = try #require(cleaned.indices.first { cleaned[$0...].starts(with: Array("Exif".utf8)) })
        #expect(ExifOrientation.read(cleaned[start...]) == 6)
        #expect(cleaned.suffix(2) == [0xFF, 0xD9])
    }

    @Test func `the WebP header no longer promises what was removed`() throws {
        let cleaned = try PhotoFile(Self.webp).cleaned
        #expect(cleaned[20] == 0x20)
        #expect(Int(cleaned[4]) == cleaned.count - 8)
    }

    @Test(arguments: [jpeg, png, webp])
    func `a picture that is cut off anywhere is refused`(picture: [UInt8]) throws {
        let whole = try PhotoFile(picture).cleaned
        for length in 0..<picture.count {
            // A copy without what stands behind its end is whole.
            guard let file = try? PhotoFile(Array(picture.prefix(length))) else { continue }
            #expect(file.cleaned == whole)
        }
    }

    @Test func `noise of any kind is refused or kept, and is no harm`() {
        var generator = SystemRandomNumberGenerator()
        for start in [Self.jpeg, Self.png, Self.webp] {
            for _ in 0..<2000 {
                var bytes = start
                for _ in 0..<3 {
                    bytes[.random(in: 3..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
                let kept = try? PhotoFile(bytes).cleaned
                #expect((kept?.count ?? 0) <= bytes.count + 40)
            }
        }
    }

    @Test func `a photo is set, shown, known, and removed`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let path = "/api/v1/items/sam/keys/photo"
            let set = try await console.send("PUT", path, bytes: Self.png)
            #expect(set.status == 200)
            let url = try #require(try set.object["url"] as? String)
            let photo = try await console.get(url)
            #expect(photo.body == (try PhotoFile(Self.png).cleaned))
            #expect(photo.headers["content-type"] == "image/png")
            #expect(photo.headers["cache-control"]?.contains("immutable") == true)
            // Kept for a year, and for no other session.
            #expect(photo.headers["vary"] == "Cookie")
            let tag = try #require(photo.headers["etag"])
            #expect(try await console.get(path, headers: ["If-None-Match": tag]).status == 304)
            let item = try await console.get("/api/v1/items/sam/keys").object
            #expect((item["photo"] as? [String: Any])?["url"] as? String == url)
            #expect(try await console.send("DELETE", path).status == 204)
            #expect(try await console.get(path).status == 404)
        }
    }

    @Test func `what is no picture, and one that is too large, are refused`() async throws {
        try await withConsole(patience: 10) { console in
            try await console.meetKeys()
            let path = "/api/v1/items/sam/keys/photo"
            #expect(try await console.send("PUT", path, bytes: Array("<svg/>".utf8)).status == 415)
            #expect(try await console.send("PUT", path, bytes: Array(Self.png.prefix(30))).status == 422)
            // Its length is enough to refuse it; who sends it all the same may find the connection closed.
            let large =
                "PUT \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n"
                + "Content-Length: \(PhotoFile.limit + 1)\r\n\r\n"
            #expect(await RawSocket.exchange(Array(large.utf8), port: console.port).hasPrefix("HTTP/1.1 413 "))
            #expect(
                try await console.send("PUT", "/api/v1/items/sam/..%2f..%2fetc/photo", bytes: Self.png).status == 404
            )
        }
    }
}
