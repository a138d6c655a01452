import Foundation
import Messages
import Testing

/// Three fixes of a phone, as it publishes them.
enum OwnTracksFixtures {
    static let messages = [
        #"""
        {"_type":"location","lat":46.0569031,"lon":14.5058052,"tst":1780000180,"acc":12,"alt":298,"vac":3,"vel":4,\#
        "cog":271,"batt":87,"bs":1,"conn":"w","tid":"sp","t":"u","created_at":1780000182,"SSID":"home, \"sweet\"",\#
        "inregions":["home"],"m":1}
        """#,
        #"""
        {"_type":"location","lat":46.0571,"lon":14.506,"tst":1780000240,"acc":8,"vel":12,"batt":86,"conn":"m","t":"p",\#
        "poi":"the bridge","tid":"sp"}
        """#,
        #"{"_type":"location","lat":-46.05,"lon":-14.5,"tst":1780000300,"acc":0,"batt":86}"#,
    ]

    /// All of them, in the window that the answers are asked for.
    static let window = "user=sam&device=phone&from=2026-05-28T20:00&to=2026-05-28T21:00"

    /// Questions with the name of the file that has the answer.
    static let questions = [
        ("list.json", "/api/0/list"),
        ("devices.json", "/api/0/list?user=sam"),
        ("files.json", "/api/0/list?user=sam&device=phone"),
        ("last.json", "/api/0/last"),
        ("last-fields.json", "/api/0/last?user=sam&fields=tst,lat,username"),
        ("locations.json", "/api/0/locations?\(window)"),
        ("locations-fields.json", "/api/0/locations?\(window)&fields=tst,SSID"),
        ("locations-limit.json", "/api/0/locations?\(window)&limit=2&fields=tst"),
        ("locations-none.json", "/api/0/locations?user=sam&device=phone"),
        ("locations.geojson", "/api/0/locations?\(window)&format=geojson"),
        ("locations-poi.geojson", "/api/0/locations?\(window)&format=geojsonpoi"),
        ("locations-line.geojson", "/api/0/locations?\(window)&format=linestring"),
        ("locations.csv", "/api/0/locations?\(window)&format=csv"),
        ("locations.gpx", "/api/0/locations?\(window)&format=gpx"),
        ("locations.xml", "/api/0/locations?\(window)&format=xml"),
        ("version.json", "/api/0/version"),
        ("q.json", "/api/0/q?lat=46&lon=14"),
    ]

    /// What a file of the golden answers holds; written anew when `TAGALONG_GOLDEN=write`.
    static func golden(_ name: String, for answer: String) throws -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appendingPathComponent("Golden/OwnTracks/\(name)")
        if ProcessInfo.processInfo.environment["TAGALONG_GOLDEN"] == "write" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try answer.write(to: file, atomically: true, encoding: .utf8)
        }
        return try String(contentsOf: file, encoding: .utf8)
    }
}

extension ConsoleBench.Answer {
    /// The text with the same word for each time of arrival.
    var withoutArrival: String {
        text.replacing(/"isorcv":"[^"]*"/, with: #""isorcv":"…""#)
            .replacing(/<isorcv>[^<]*</, with: "<isorcv>…<")
            .replacing(/"created_ms":[0-9]+/, with: "")
    }
}

extension ConsoleBench {
    /// Waits until something is true.
    func wait(until isTrue: () async throws -> Bool) async throws {
        while try await !isTrue() { try await Task.sleep(for: .milliseconds(10)) }
    }

    func post(_ body: String, as user: String = "sam", _ device: String = "phone") async throws -> Answer {
        try await send("POST", "/pub", headers: ["X-Limit-U": user, "X-Limit-D": device], body: body)
    }
}
