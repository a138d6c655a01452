import Foundation
import Reminders
import Settings
import TestSupport
import Testing
import Tracking

@testable import Facts

/// CalDAV against a real server, which `scripts/radicale` installs from PyPI; skipped without it.
@Suite(.enabled(if: RadicaleServer.program != nil), .timeLimit(.minutes(30)))
struct RadicaleTests {
    private static let now = OpenMeteoServiceTests.noon

    private func known(_ place: CalendarPlace) async throws -> Known<[[UInt8]]> {
        let service = FactService(
            FactConfiguration(), clock: ManualClock(at: Self.now), generator: SeededGenerator(seed: 1), logger: .silent
        )
        let running = Task { try await service.run() }
        await service.setCalendars(["sam": place])
        await service.setNeeds([.calendar("sam")])
        try await eventually { await service.statuses.first?.fetches == 1 }
        running.cancel()
        try await running.value
        return await service.calendar("sam")
    }

    @Test(arguments: ["/", "", "/sam/", "/sam/work/", "/sam/work"])
    func `an address of the server, of a user or of a calendar leads to the events of these days`(
        path: String
    ) async throws {
        let server = try await RadicaleServer()
        defer { server.stop() }
        let place = try CalendarPlace(
            calDAV: server.url + path, user: "sam", password: SecretText("s3cr3t"), isTrusted: true
        )
        let known = try await known(place)
        let texts = try #require(known.value, "\(known)").map { String(decoding: $0, as: UTF8.self) }.sorted()
        let names = ["Dentist", "Weekly"] + (path.contains("work") ? [] : ["Football"])
        #expect(texts.count == names.count)
        for name in names {
            #expect(texts.contains { $0.contains("SUMMARY:\(name)\r\n") || $0.contains("SUMMARY:\(name)\n") })
        }
    }

    @Test func `a wrong password is told, and a whole calendar may be had by its address too`() async throws {
        let server = try await RadicaleServer()
        defer { server.stop() }
        let wrong = try CalendarPlace(
            calDAV: server.url, user: "sam", password: SecretText("other"), isTrusted: true
        )
        let sentence = "127.0.0.1 asks for a key or password, or does not take the one that it gets"
        #expect(try await known(wrong) == .failing(sentence))
        let address = SecretText(server.url.replacing("http://", with: "http://sam:s3cr3t@") + "/sam/work/")
        let whole = try #require(try await known(try CalendarPlace(address: address, isTrusted: true)).value)
        #expect(whole.count == 1 && String(decoding: whole[0], as: UTF8.self).contains("SUMMARY:Past"))
    }
}

/// Radicale with one user, two calendars with four events, and an address book; ends with this process.
private final class RadicaleServer: Sendable {
    static let program: String? = {
        let path = ProcessInfo.processInfo.environment["TAGALONG_RADICALE"] ?? ".build/radicale/bin/radicale"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    let url: String
    private let process = Process()
    private let directory: String

    private static let script = """
        "$1" --config "" --server-hosts "127.0.0.1:$2" --auth-type htpasswd --auth-htpasswd-filename "$3/users" \\
            --auth-htpasswd-encryption plain --storage-filesystem-folder "$3" --rights-type owner_only \\
            >"$3/log" 2>&1 </dev/null &
        server=$!
        while kill -0 $PPID 2>/dev/null && [ ! -e "$3/stop" ]; do sleep 0.2; done
        kill -KILL $server
        rm -rf "$3"
        """

    init() async throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "radicale-\(UUID().uuidString)").path
        let port = Int.random(in: 20_000..<32_000)
        url = "http://127.0.0.1:\(port)"
        try Self.fill(directory)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", Self.program ?? "", "\(port)", directory]
        // Not those of the tests: whoever reads what they print waits until all who could have written are gone.
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let (process, url) = (process, url)
        try await eventually { await Self.isUp(url) || !process.isRunning }
    }

    private static func isUp(_ url: String) async -> Bool {
        let sender = FactSender(clock: ManualClock())
        let question = Question(request: FactRequest(.get, url)) { _, _ throws(FactError) in .spots([]) }
        var fetch = Fetch(nil, from: "", question, room: 65_536, timeout: .seconds(5), userAgent: "t")
        if case .failure(let error) = await sender.carryOut(&fetch) { return !error.description.contains("refused") }
        return true
    }

    /// By a file: the signals of the thread that started it are blocked in the shell, too.
    func stop() { _ = FileManager.default.createFile(atPath: "\(directory)/stop", contents: nil) }

    private static func fill(_ directory: String) throws {
        func write(_ path: String, _ text: String) throws {
            let whole = "\(directory)/\(path)"
            let parent = (whole as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            try text.write(toFile: whole, atomically: true, encoding: .utf8)
        }
        try write("users", "sam:s3cr3t\n")
        let root = "collection-root/sam"
        try write("\(root)/work/.Radicale.props", #"{"tag": "VCALENDAR", "D:displayname": "Work"}"#)
        try write("\(root)/sport/.Radicale.props", #"{"tag": "VCALENDAR"}"#)
        try write(
            "\(root)/tasks/.Radicale.props",
            #"{"tag": "VCALENDAR", "C:supported-calendar-component-set": "VTODO"}"#
        )
        try write("\(root)/people/.Radicale.props", #"{"tag": "VADDRESSBOOK"}"#)
        try write("\(root)/work/1.ics", event("Dentist", "DTSTART:20260601T140000Z\r\nDTEND:20260601T150000Z"))
        try write(
            "\(root)/work/2.ics",
            event("Weekly", "DTSTART:20260105T090000Z\r\nDTEND:20260105T100000Z\r\nRRULE:FREQ=WEEKLY")
        )
        try write("\(root)/work/3.ics", event("Past", "DTSTART:20250601T140000Z\r\nDTEND:20250601T150000Z"))
        try write("\(root)/sport/4.ics", event("Football", "DTSTART;VALUE=DATE:20260603"))
    }

    private static func event(_ name: String, _ lines: String) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//t//EN\r\nBEGIN:VEVENT\r\nUID:\(name)@example.org\r\n"
            + "DTSTAMP:20260101T000000Z\r\nSUMMARY:\(name)\r\n\(lines)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    }
}
