import Foundation
import TestSupport
import Testing
import Tracking

@testable import CivilTime

/// The database of zones, in a folder of the test.
struct ZoneDatabaseTests {
    private static let slim = packageRoot.appending(path: "Tests/Core/CivilTimeTests/Recorded/slim").path
    private let database = ZoneDatabase(directory: slim)
    private let summer = Timestamp(milliseconds: 1_783_000_000_000)

    /// Runs with a folder that is gone afterwards.
    private func within(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    @Test func `a zone is found by its name`() throws {
        let zone = try database.zone(named: "Europe/Zurich")
        #expect(zone.name == "Europe/Zurich" && zone.abbreviation(at: summer) == "CEST")
        #expect(try zone == database.zone(named: "Europe/Zurich"))
        #expect(try database.zone(named: "UTC") == .utc)
    }

    @Test(arguments: [
        "", "/etc/passwd", "../fat/Europe/Zurich", "Europe/../../fat/Europe/Zurich", "Europe//Zurich",
        "./Europe/Zurich",
        "Europe/Zurich/", "Europe/Zür", "Europe/Zurich\u{0}", "-x", "a b",
    ])
    func `a name that leads elsewhere is refused`(name: String) {
        #expect(throws: ZoneError.badName(name)) { try database.zone(named: name) }
    }

    @Test func `an unknown name is told with the one that was perhaps meant`() throws {
        #expect(throws: ZoneError.unknown(name: "Europe/Atlantis", suggestion: nil)) {
            try database.zone(named: "Europe/Atlantis")
        }
        #expect(throws: ZoneError.unknown(name: "Europe", suggestion: nil)) { try database.zone(named: "Europe") }
        try within { folder in
            try "Z Europe/Zurich 0:34:8 - LMT 1853\nL Europe/Zurich Europe/Vaduz\nR d 1916 o - Jun 14 23s 1 S\n"
                .write(toFile: folder + "/tzdata.zi", atomically: true, encoding: .utf8)
            let database = ZoneDatabase(directory: folder)
            #expect(database.names == ["Europe/Vaduz", "Europe/Zurich"])
            for name in ["zurich", "europe/ZURICH"] {
                #expect(throws: ZoneError.unknown(name: name, suggestion: "Europe/Zurich")) {
                    try database.zone(named: name)
                }
            }
        }
    }

    @Test func `names come from the table of countries where there are no rules`() throws {
        try within { folder in
            #expect(ZoneDatabase(directory: folder).names == [])
            try "# tz\nCH,DE\t+4723+00832\tEurope/Zurich\tswiss\nNP\t+2743+08519\tAsia/Kathmandu\n"
                .write(toFile: folder + "/zone1970.tab", atomically: true, encoding: .utf8)
            #expect(ZoneDatabase(directory: folder).names == ["Asia/Kathmandu", "Europe/Zurich"])
        }
    }

    @Test(arguments: [
        ("Europe/Zurich", "Europe/Zurich", 7200), (":Asia/Kathmandu", "Asia/Kathmandu", 20_700), ("", "UTC", 0),
        ("<+0330>-3:30", "<+0330>-3:30", 12_600), ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3", 7200),
        ("\(slim)/Europe/Dublin", "Europe/Dublin", 3600), ("EST5EDT", "EST5EDT", -14_400),
    ])
    func `TZ comes first`(text: String, name: String, offset: Int) throws {
        let zone = try ZoneDatabase.local(environment: ["TZ": text, "TZDIR": Self.slim], etc: "/nowhere")
        #expect(zone.name == name && zone.offset(at: summer) == offset)
    }

    @Test(arguments: ["Europe/Atlantis", ":CET-1", "/etc/passwd", "CET-99"])
    func `a TZ that is no zone is refused`(text: String) {
        #expect(throws: ZoneError.self) {
            try ZoneDatabase.local(environment: ["TZ": text, "TZDIR": Self.slim], etc: "/nowhere")
        }
    }

    @Test func `the machine's zone is its link's, then its file's, then the one written down, else UTC`() throws {
        let environment = ["TZDIR": Self.slim]
        try within { etc in
            #expect(try ZoneDatabase.local(environment: environment, etc: etc) == .utc)
            try "Asia/Tehran\n".write(toFile: etc + "/timezone", atomically: true, encoding: .utf8)
            #expect(try ZoneDatabase.local(environment: environment, etc: etc).name == "Asia/Tehran")
            let file = etc + "/localtime"
            try FileManager.default.copyItem(atPath: Self.slim + "/Europe/Dublin", toPath: file)
            let copied = try ZoneDatabase.local(environment: environment, etc: etc)
            #expect(copied.name == "Asia/Tehran" && copied.abbreviation(at: summer) == "IST")
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createSymbolicLink(
                atPath: file,
                withDestinationPath: Self.slim + "/Pacific/Auckland"
            )
            #expect(try ZoneDatabase.local(environment: environment, etc: etc).name == "Pacific/Auckland")
        }
    }
}
