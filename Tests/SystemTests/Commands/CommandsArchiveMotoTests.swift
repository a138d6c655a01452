import Foundation
import MQTT
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

/// The program with a real object storage.
@Suite(.timeLimit(.minutes(30)))
struct CommandsArchiveMotoTests {
    /// 300 positions, eight hours apart, from the beginning of 2025 on.
    private static let track = (0..<300).reduce(into: "time,lat,lon,accuracy\n") { text, number in
        let time = Timestamp(seconds: 1_735_689_600 + Double(number) * 8 * 3600)
        text += "\(time),\(46 + Double(number % 90) / 100),14.5,5\n"
    }

    private struct Month: Decodable {
        let month: String
        let fixes: Int
    }

    private struct Status: Decodable {
        let months: [Month]
        let waiting: [String]
    }

    /// A sandbox with those positions of `ada/bike`, and how the archive is found from it.
    private static func withTrack(
        _ body: (_ sandbox: Sandbox, _ environment: [String: String], _ server: TestObjectStorage) async throws -> Void
    ) async throws {
        let server = try await TestObjectStorage.shared
        try await withSandbox { sandbox in
            let track = try sandbox.write(Self.track, to: "track.csv")
            let keys = "[default]\naws_access_key_id = \(server.accessKey)\naws_secret_access_key = \(server.secret)\n"
            let environment = [
                "TAGALONG_ARCHIVE": server.address(), "TAGALONG_ARCHIVE_KEY_FILE": try sandbox.write(keys, to: "keys"),
                "XDG_CACHE_HOME": sandbox.directory + "/cache",
            ]
            let imported = try await sandbox.run("import", "ada/bike", track, "--new")
            #expect(imported.status == 0, "\(imported)")
            try await body(sandbox, environment, server)
        }
    }

    @Test func `months go and come back by commands, and whoever reads does not notice`() async throws {
        try await Self.withTrack { sandbox, environment, _ in
            func run(_ words: String...) async throws -> CommandOutcome {
                try await sandbox.start(words, environment: environment).ended()
            }
            let before = try await run("export", "ada/bike", "--format", "csv")
            let moved = try await run("archive", "move", "--keep-hot", "0d", "--json")
            #expect(moved.status == 0, "\(moved)")
            #expect(try OutputSchema(of: "archive-move").errors(in: moved.output) == [])
            let listed = try await run("archive", "status", "--json")
            #expect(try OutputSchema(of: "archive-status").errors(in: listed.output) == [])
            let status: Status = try listed.json()
            #expect(status.months.map(\.month) == ["2025-01", "2025-02"])
            #expect(status.months.map(\.fixes) == [93, 84])
            #expect(status.waiting == [])
            #expect(try await run("export", "ada/bike", "--format", "csv").output == before.output)
            let fixes = try await run("fixes", "ada/bike", "--from", "2025-01-02", "--to", "2025-01-02T23:59", "--json")
            #expect(fixes.output.split(separator: "\n").count(where: { $0.contains("\"time\"") }) == 3)
            let check = try await run("archive", "check", "--full", "--json")
            #expect(check.status == 0 && check.output == "[]\n", "\(check)")
            let doctor = try await run("doctor", "--json")
            #expect(doctor.output.contains("can be written and read"), "\(doctor)")
            let kept = try await run("keep", "ada/bike", "--json")
            #expect(kept.output.contains("\"fixes\":300"), "\(kept)")

            let blind = try await sandbox.run("fixes", "ada/bike", "--from", "2025-01-02", "--to", "2025-01-03")
            #expect(blind.status == 1 && blind.errors.contains("no archive is set"), "\(blind)")
            let latest = try await sandbox.run("fixes", "ada/bike", "--limit", "60", "--json")
            #expect(latest.status == 0, "\(latest)")

            let fetched = try await run("archive", "fetch", "ada/bike", "2025-01")
            #expect(fetched.status == 0 && fetched.output.contains("93 positions"), "\(fetched)")
            #expect(try await run("archive", "fetch", "ada/bike", "2025-01").status == 1)
            let all = try await run("archive", "fetch", "ada/bike", "--all")
            #expect(all.status == 0, "\(all)")
            #expect(try await sandbox.run("export", "ada/bike", "--format", "csv").output == before.output)
            // What another one has left is of nothing that is out.
            let stray = "\(sandbox.directory)/cache/tagalong/archive/\(String(repeating: "0", count: 64)).sqlite"
            #expect(FileManager.default.createFile(atPath: stray, contents: Data([1])))
            #expect(try await run("fixes", "ada/bike", "--limit", "1").status == 0)
            #expect(!FileManager.default.fileExists(atPath: stray))
            let empty = try await run("archive", "check")
            #expect(empty.status == 0 && empty.output.contains("All 0 months"), "\(empty)")
        }
    }

    @Test func `a service moves months by itself, and what is deleted while the storage is away goes later`()
        async throws
    {
        try await Self.withTrack { sandbox, direct, server in
            let relay = try TestRelay(to: server.endpoint)
            defer { relay.stop() }
            var environment = direct
            environment["TAGALONG_ARCHIVE"] = direct["TAGALONG_ARCHIVE"]?
                .replacing(server.endpoint, with: relay.endpoint)
            try await withTestBroker { [environment] broker in
                let call = ["history", "--broker", broker.url, "--http", "off", "--keep-hot", "0d"]
                let history = try sandbox.start(call, environment: environment)
                try await history.wait(for: "moved 2 months with 177 positions out")
                #expect(await history.terminate().status == 0)
                // Nobody listens there any more.
                let away = environment
                relay.stop()
                let fixes = try await sandbox.run(
                    "fixes", "ada/bike", "--from", "2025-01-02", "--to", "2025-01-03", environment: away)
                #expect(fixes.status == 3 && fixes.errors.contains("of 2025-01 cannot be read now"), "\(fixes)")
                #expect(fixes.output == "")
                let other = try sandbox.start(call, environment: away)
                try await other.wait(for: "connected")
                let deleted = try await sandbox.run("delete", "ada/bike", "--yes", environment: away)
                #expect(deleted.status != 2, "\(deleted)")
                #expect(await other.terminate().status == 0)
                if deleted.status != 0 {
                    #expect(try await sandbox.run("delete", "ada/bike", "--yes", environment: away).status == 0)
                }
                let waiting: Status = try await sandbox.run("archive", "status", "--json").json()
                #expect(waiting.months.isEmpty && waiting.waiting.count == 4)
                let doctor = try await sandbox.run("doctor")
                #expect(doctor.output.contains("4 objects are to be removed from s3://"), "\(doctor)")
                try relay.start()
                let moved = try await sandbox.run("archive", "move", environment: environment)
                #expect(moved.status == 0 && moved.output.contains("Removed 2 objects"), "\(moved)")
                let check = try await sandbox.run("archive", "check", environment: environment)
                #expect(check.status == 0 && check.output.contains("All 0 months"), "\(check)")
            }
        }
    }

    @Test func `another archive is refused until the months are there, which a new name of the same one shows`()
        async throws
    {
        try await Self.withTrack { sandbox, environment, server in
            func run(_ words: String..., at place: [String: String]) async throws -> CommandOutcome {
                try await sandbox.start(words, environment: environment.merging(place) { $1 }).ended()
            }
            let before = try await run("export", "ada/bike", "--format", "csv", at: [:])
            #expect(try await run("archive", "move", "--keep-hot", "0d", at: [:]).status == 0)
            let empty = ["TAGALONG_ARCHIVE": server.address()]
            let renamed = [
                "TAGALONG_ARCHIVE": try #require(environment["TAGALONG_ARCHIVE"])
                    .replacing("127.0.0.1", with: "localhost")
            ]
            for place in [empty, renamed] {
                let moved = try await run("archive", "move", at: place)
                #expect(moved.status == 1 && moved.errors.contains("name the former one"), "\(moved)")
                let history = try await run("history", "--broker", "mqtt://127.0.0.1:1", "--http", "off", at: place)
                #expect(history.status == 1 && history.errors.contains("name the former one"), "\(history)")
                let fixes = try await run("fixes", "ada/bike", "--from", "2025-01-02", "--to", "2025-01-03", at: place)
                #expect(fixes.status == 3 && fixes.output == "" && fixes.errors.contains("name the former one"))
                #expect(try await run("fixes", "ada/bike", "--limit", "10", at: place).status == 0)
                let doctor = try await run("doctor", at: place)
                #expect(doctor.output.contains("name the former one"), "\(doctor)")
                let check = try await run("archive", "check", at: place)
                #expect(check.errors.contains("name the former one"), "\(check)")
            }
            let refused = try await run("archive", "adopt", at: empty)
            #expect(refused.status == 1 && refused.errors.contains("objects of 2 of 2 months"), "\(refused)")
            let adopted = try await run("archive", "adopt", at: renamed)
            #expect(adopted.status == 0 && adopted.output.contains("All months that are out are in"), "\(adopted)")
            #expect(try await run("export", "ada/bike", "--format", "csv", at: renamed).output == before.output)
            #expect(try await run("archive", "fetch", "ada/bike", "--all", at: renamed).status == 0)
            // Nothing is anywhere, so any place is as good.
            let moved = try await run("archive", "move", "--keep-hot", "0d", at: empty)
            #expect(moved.status == 0 && moved.output.contains("Moved 2 months"), "\(moved)")
            #expect(try await run("export", "ada/bike", "--format", "csv", at: empty).output == before.output)
        }
    }

    @Test func `each worker moves the months of its owners, in PostgreSQL`() async throws {
        let server = try await TestPostgres()
        try await afterwards({ await server.remove() }) {
            let store = server.address()
            let owners = try (0..<12).map { try Name("owner-\($0)") }
            do {
                let whole = try Store(path: store, mode: .readWrite(create: true))
                try whole.write { transaction in
                    for owner in owners {
                        for number in 0..<150 {
                            let time = Timestamp(seconds: 1_735_689_600 + Double(number) * 86_400 / 2)
                            let position = Fix(coordinate: try Coordinate(latitude: 46, longitude: 14.5), time: time)
                            _ = try transaction.insert(
                                StoredFix(
                                    device: DeviceID(owner: owner, device: try Name("bike")), fix: position,
                                    mark: FixMark(boot: 1, sequence: UInt32(number + 1)), received: time))
                        }
                    }
                }
            }
            try await Self.withTrack { sandbox, environment, _ in
                try await withTestBroker { broker in
                    func worker(_ name: String) throws -> RunningCommand {
                        try sandbox.start(
                            [
                                "history", "--broker", broker.url, "--http", "off", "--store", store, "--partitions",
                                "4",
                                "--worker", name, "--keep-hot", "0d",
                            ],
                            environment: environment
                        )
                    }
                    let ada = try worker("ada")
                    try await ada.wait(for: "holds 5 partitions")
                    let ben = try worker("ben")
                    let reader = try Store(path: store, mode: .readOnly)
                    try await eventually { try reader.monthsOut().count == owners.count }
                    #expect(try reader.monthsOut().allSatisfy { "\($0.month)" == "2025-01" && $0.fixes == 62 })
                    #expect(await ada.terminate().status == 0)
                    #expect(await ben.terminate().status == 0)
                    let check = try await sandbox.run(
                        "archive", "check", "--full", "--store", store, environment: environment)
                    #expect(check.status == 0, "\(check)")
                    let fixes = try await sandbox.run(
                        "export", "owner-3/bike", "--format", "csv", "--store", store, environment: environment)
                    #expect(fixes.output.split(whereSeparator: \.isNewline).count == 151, "\(fixes)")
                    #expect(try reader.findings().isEmpty)
                }
            }
        }
    }

    private static let wrong: [([String: String], String)] = [
        (["TAGALONG_ARCHIVE": "s3://key:SECRET@bucket"], "TAGALONG_ARCHIVE: an address such as"),
        (["TAGALONG_ARCHIVE": "off"], "no archive is set"),
        (["TAGALONG_ARCHIVE_CACHE": "0"], "a whole number of MiB"),
        (["TAGALONG_ARCHIVE_KEY_FILE": "/dev/null"], "aws_access_key_id = … and"),
        (["TAGALONG_KEEP_HOT": "90"], "days such as 90d"),
    ]

    @Test(arguments: 0..<5) func `bad input has one sentence, and no secret in it`(number: Int) async throws {
        let (change, sentence) = Self.wrong[number]
        try await Self.withTrack { sandbox, environment, _ in
            let outcome = try await sandbox.run(
                "archive", "move", environment: environment.merging(change) { $1 })
            #expect(outcome.status == 2 && outcome.errors.contains(sentence), "\(outcome)")
            #expect(!outcome.errors.contains("SECRET"))
            #expect(try await sandbox.run("archive", "status").output.contains("No month"))
        }
    }
}
