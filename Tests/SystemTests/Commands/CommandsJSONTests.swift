import Foundation
import Messages
import ServerSupport
import TestSupport
import Testing
import Tracking

/// What commands print with `--json`; all of it is held against docs/schemas where a call ends, see ``RunningCommand``.
@Suite(.timeLimit(.minutes(30)))
struct CommandsJSONTests {
    private struct Account: Decodable { let name: String, grants: [String] }
    private struct Entry: Decodable { let event: String }
    private struct Token: Decodable { let account: String, expires: String? }
    private struct Link: Decodable { let id, precision, note: String, openings: Int }
    private struct Report: Decodable {
        let stored: Int, passedOver: Int

        enum CodingKeys: String, CodingKey { case stored, passedOver = "passed_over" }
    }
    private struct Fix: Decodable { let lat: Double, vel: Double? }
    private struct Trip: Decodable { let kind: String }
    private struct Kept: Decodable { let fixes: Int, own: Bool }
    private struct Listener: Decodable { let port: Int? }
    private struct Client: Decodable { let user: String, url: String?, trackers: [String]? }
    private struct Tried: Decodable { let sent: Bool, trouble: String? }

    @Test func `accounts, tokens and the audit log, with and without the word list`() async throws {
        try await withSandbox { sandbox in
            #expect(try await sandbox.run("account", "--json").output == "[]\n")
            #expect(try await sandbox.run("account", "access-log", "--json").output == "[]\n")
            #expect(try await sandbox.run("account", "add", "sam", "--admin").status == 0)
            #expect(try await sandbox.run("account", "add", "kim", "--allow", "sam/keys=last:area").status == 0)
            for days in [[], ["--expires", "90d"]] {
                let made = try await sandbox.start(["account", "token", "add", "sam"] + days).ended()
                #expect(made.status == 0)
            }
            let accounts: [Account] = try await sandbox.run("account", "--json").json()
            #expect(accounts.map(\.name).sorted() == ["kim", "sam"])
            #expect(accounts.contains { $0.grants == ["sam/keys=last:area"] })
            let audit: [Entry] = try await sandbox.run("account", "audit", "--json").json()
            #expect(Set(audit.map(\.event)) == ["account-added", "token-made"])
            for words in [["account", "token", "--json"], ["account", "token", "list", "--json"]] {
                let tokens: [Token] = try await sandbox.start(words).ended().json()
                #expect(tokens.map(\.account) == ["sam", "sam"])
                #expect(tokens.compactMap(\.expires).count == 1)
            }
        }
    }

    @Test func `share links are made, listed and revoked`() async throws {
        try await withSandbox { sandbox in
            let data = ["--store", sandbox.store]
            func run(_ words: String...) async throws -> CommandOutcome { try await sandbox.start(words).ended() }
            let file = try sandbox.write(Self.track, to: "track.gpx")
            for device in ["sam/phone", "sam/keys"] {
                #expect(try await sandbox.start(["import", device, file, "--new"] + data).ended().status == 0)
            }
            #expect(try await sandbox.start(["items", "add", "sam/keys", "--name", "Keys"] + data).ended().status == 0)
            // Once more, and it keeps its name.
            #expect(try await sandbox.start(["items", "add", "sam/keys"] + data).ended().status == 0)
            let link = ["account", "link", "add", "Keys", "--for", "8h", "--area", "--note", "for Kim"] + data
            // Where nobody has to log in, nobody but this machine can open one.
            let open = try await sandbox.start(link).ended()
            #expect(open.status == 1 && open.output == "")
            #expect(open.errors.contains("set a passcode first: without one the console answers its own machine only"))
            #expect(try await run("account", "link", "--json").output == "[]\n")
            let script = #"echo Correct-Horse-2071 | "$0" account passcode boss"#
            let passcode = try RunningCommand(
                "/bin/sh",
                ["-c", script, try Sandbox.executable()],
                environment: ["PATH": "/usr/bin:/bin", "HOME": sandbox.directory],
                files: "\(sandbox.directory)/passcode"
            )
            #expect(await passcode.ended().status == 0)
            let nobody = try await sandbox.start(link).ended()
            #expect(nobody.status == 1 && nobody.errors.contains("there is no account 'sam'; say with --account"))
            #expect(try await run("account", "add", "sam", "--allow", "sam=command").status == 0)
            #expect(try await run("account", "add", "kim", "--allow", "sam/keys=last").status == 0)
            let guest = try await sandbox.start(link + ["--account", "kim"]).ended()
            #expect(guest.status == 1 && guest.errors.contains("'kim' may not command sam/keys"))
            let made = try await sandbox.start(link + ["--console-url", "https://tag.example/"]).ended()
            #expect(made.status == 0 && made.output.hasPrefix("https://tag.example/s/tgs_"))
            let links: [Link] = try await run("account", "link", "--json").json()
            let first = try #require(links.first)
            #expect(links.count == 1 && first.precision == "area" && first.note == "for Kim" && first.openings == 0)
            #expect(try await run("account", "link", "revoke", first.id).output == "\(first.id) is revoked\n")
            let again = try await run("account", "link", "revoke", first.id)
            #expect(again.status == 1 && again.errors.contains("there is no link '\(first.id)'"))
            #expect(try await run("account", "link", "--json").output == "[]\n")
        }
    }

    /// Half an hour at one place, and half an hour at another.
    private static let track = {
        let points = (0..<60).map { minute in
            let latitude = minute < 30 ? "-33.9" : "-33.8"
            let time = "2026-05-01T09:\(minute < 10 ? "0" : "")\(minute):00Z"
            return "<trkpt lat='\(latitude)' lon='18.4'><time>\(time)</time></trkpt>"
        }
        let start = "<gpx version='1.1' xmlns='http://www.topografix.com/GPX/1/1'><wpt lat='1' lon='2'/><trk><trkseg>"
        return start + points.joined() + "</trkseg></trk></gpx>"
    }()

    @Test func `a history that was imported`() async throws {
        try await withSandbox { sandbox in
            let file = try sandbox.write(Self.track, to: "track.gpx")
            let call = ["--json", "--store", sandbox.store]
            func run(_ words: String...) async throws -> CommandOutcome {
                try await sandbox.start(words + call).ended()
            }
            let report: Report = try await run("import", "sam/phone", file, "--new").json()
            #expect(report.stored == 60 && report.passedOver == 1)
            let told = try await sandbox.run("import", "sam/phone", file, "--store", sandbox.store)
            #expect(told.output.contains("  1 other entry skipped: waypoints"))
            #expect(told.errors.isEmpty)
            let fixes: [Fix] = try await run("fixes", "phone", "--from", "2026-05-01", "--limit", "3").json()
            #expect(fixes.map(\.lat) == [-33.8, -33.8, -33.8])
            let within: [Fix] = try await run("fixes", "phone", "--within", "-33.9,18.4,100").json()
            #expect(within.count == 30)
            let trips: [Trip] = try await run("trips", "phone").json()
            #expect(trips.map(\.kind).contains("stay"))
            #expect(try await sandbox.run("keep", "phone", "--days", "36500", "--store", sandbox.store).status == 0)
            let kept: [Kept] = try await run("keep").json()
            #expect(kept.map(\.own) == [true])
            let copy = try await run("backup", "\(sandbox.directory)/copy.sqlite")
            #expect(copy.status == 0 && copy.output.contains("\"fixes\":60"))
            #expect(try await run("items").output == "[]\n")
            #expect(try await run("quarantine").status == 0)
        }
    }

    @Test func `the private broker and its clients`() async throws {
        try await withSandbox { sandbox in
            let closed: Listener = try await sandbox.run("broker", "init", "--json").json()
            #expect(closed.port == nil)
            let listen = ["broker", "init", "--listen", "127.0.0.1", "--name", "localhost", "--json"]
            let open: Listener = try await sandbox.start(listen).ended().json()
            #expect(open.port == 8883)
            let phone = ["broker", "add", "phone", "sam/phone", "--any-client-id", "--json"]
            let given: Client = try await sandbox.start(phone).ended().json()
            let gateway = ["broker", "add", "gateway", "den", "--tracker", "sam/keys", "--json"]
            #expect(try await sandbox.start(gateway).ended().status == 0)
            let new: Client = try await sandbox.run("broker", "rotate", "sam.phone", "--json").json()
            #expect(new.user == given.user && new.url != given.url)
            let clients: [Client] = try await sandbox.run("broker", "--json").json()
            #expect(clients.contains { $0.trackers == ["sam/keys"] })
        }
    }

    @Test func `a channel that cannot be reached`() async throws {
        try await withSandbox { sandbox in
            let file = try sandbox.write(
                "channels:\n  home: {kind: webhook, url: \"http://127.0.0.1:1/x\", owners: [sam], levels: [critical]}\n",
                to: "notifications.yaml"
            )
            let outcome = try await sandbox.run("notify", "test", "home", "--json", "--notifications", file)
            #expect(outcome.status == 3)
            let tried: Tried = try outcome.json()
            #expect(!tried.sent && tried.trouble != nil)
            #expect(try await sandbox.run("notify", "list", "--json", "--notifications", file).status == 0)
        }
    }

    @Test func `rules and places`() async throws {
        let tracker = ScriptedTracker(id: try Traffic.device("keys"))
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await tracker.live(on: broker.configuration) {
                    func run(_ words: String...) async throws -> CommandOutcome {
                        try await sandbox.start(words + ["--broker", broker.url]).ended()
                    }
                    #expect(try await run("rules", "keys", "--json").status == 0)
                    let circle = try await run("place", "add", "keys", "Home", "--at", "-33.9,18.4")
                    #expect(circle.status == 0)
                    let corners = ["-1,-2", "-1,-2.1", "-1.1,-2"].flatMap { ["--corner", $0] }
                    let words = ["place", "add", "keys", "Lot"] + corners + ["--broker", broker.url]
                    #expect(try await sandbox.start(words).ended().status == 0)
                    #expect(try await run("snooze", "keys", "2h").status == 0)
                    let lost = try await run("items", "lost", "keys", "--note", "Left on bus 12")
                    #expect(lost.output.contains("marked as lost since") && lost.output.hasSuffix(": Left on bus 12\n"))
                    #expect(try await run("rules", "keys", "--json").output.contains(#""note":"Left on bus 12""#))
                    let found = try await run("items", "found", "keys")
                    #expect(found.status == 0 && found.output.hasSuffix(" is not marked as lost\n"))
                    #expect(!(try await run("rules", "keys", "--json")).output.contains("marked_lost"))
                    let set = ["--warning", "15", "--critical", "40", "--quiet", "22:00-07:00", "--broker", broker.url]
                    #expect(try await sandbox.start(["rules", "keys", "--json"] + set).ended().status == 0)
                    let now = Date.now.timeIntervalSince1970
                    let nights = (0..<720).map { "-10,20,\(Timestamp(seconds: now - Double($0) * 600))\n" }
                    let file = try sandbox.write("lat,lon,time\n" + nights.joined(), to: "nights.csv")
                    let call = ["import", "\(tracker.id)", file, "--new", "--store", sandbox.store]
                    #expect(try await sandbox.start(call).ended().status == 0)
                    let learnt = try await run("place", "learn", "keys", "--json", "--store", sandbox.store)
                    #expect(learnt.status == 0 && learnt.output.contains("Night place 1"))
                    let places = try await run("place", "list", "keys", "--json")
                    #expect(places.output.contains("-33.9") && places.output.contains("\"points\""))
                }
            }
        }
    }
}
