import Foundation
import ServerSupport
import TestSupport
import Testing

/// Found pages on the command line; what is printed with `--json` is held against docs/schemas where a call ends.
@Suite(.timeLimit(.minutes(30)))
struct FoundPageCommandTests {
    private struct Page: Decodable {
        let code, path: String, message: String?, section: String?, photo: Bool, messages: Int
    }

    private static let track = """
        <gpx version='1.1' xmlns='http://www.topografix.com/GPX/1/1'><trk><trkseg>
        <trkpt lat='-33.9' lon='18.4'><time>2026-05-01T09:00:00Z</time></trkpt></trkseg></trk></gpx>
        """

    /// An item of sam, who may command it, where one has to log in.
    private func meet(_ sandbox: Sandbox) async throws {
        let data = ["--store", sandbox.store]
        let file = try sandbox.write(Self.track, to: "track.gpx")
        for device in ["sam/phone", "sam/keys"] {
            #expect(try await sandbox.start(["import", device, file, "--new"] + data).ended().status == 0)
        }
        #expect(try await sandbox.start(["items", "add", "sam/keys", "--name", "Keys"] + data).ended().status == 0)
        #expect(try await sandbox.run("account", "add", "boss", "--admin").status == 0)
        let script = #"echo Correct-Horse-2071 | "$0" account passcode boss"#
        let passcode = try RunningCommand(
            "/bin/sh",
            ["-c", script, try Sandbox.executable()],
            environment: ["PATH": "/usr/bin:/bin", "HOME": sandbox.directory],
            files: "\(sandbox.directory)/passcode"
        )
        #expect(await passcode.ended().status == 0)
        #expect(try await sandbox.run("account", "add", "sam", "--allow", "sam=command").status == 0)
    }

    @Test func `a page is made, listed, printed, given another code, and removed`() async throws {
        try await withSandbox { sandbox in
            try await meet(sandbox)
            let data = ["--store", sandbox.store]
            func run(_ words: String...) async throws -> CommandOutcome {
                try await sandbox.start(["account", "found-page"] + words + data).ended()
            }
            func pages() async throws -> [Page] {
                try await sandbox.run("account", "found-page", "--json").json()
            }
            #expect(try await sandbox.run("account", "found-page").output == "There is no found page.\n")
            let none = try await run("qr", "Keys", "--out", "\(sandbox.directory)/x.png")
            #expect(none.status == 1 && none.errors.contains("'sam' has no found page for sam/keys"))
            let address = "https://tag.example"
            let made = try await run(
                "set", "Keys", "--message", "Please call", "--section", "work", "--console-url", address)
            let first = try #require(try await pages().first)
            #expect(made.output == "\(address)\(first.path)\n" && made.errors.contains(first.code))
            #expect(first.message == "Please call" && first.section == "work" && !first.photo && first.messages == 0)
            let bad = try await run("set", "Keys", "--section", "all")
            #expect(bad.status != 0 && bad.errors.contains("public, personal, work or school is expected"))

            let picture = "\(sandbox.directory)/keys.png"
            #expect(try await run("qr", "Keys", "--out", picture, "--console-url", address).status == 0)
            if let read = try QRReader.read(Array(Data(contentsOf: URL(fileURLWithPath: picture)))) {
                #expect(read == "\(address)\(first.path)")
            }
            let sheet = "\(sandbox.directory)/labels.html"
            let printed = try await run("labels", "--out", sheet, "--copies", "24", "--console-url", address)
            #expect(printed.status == 0 && printed.errors.contains("24 labels"))
            let html = try String(contentsOfFile: sheet, encoding: .utf8)
            #expect(html.components(separatedBy: "<svg").count == 25)
            #expect(html.components(separatedBy: "class=\"sheet\"").count == 2)
            #expect(html.contains(">Keys</strong>") && html.contains(first.code) && html.contains("Found me? Scan."))

            #expect(try await run("code", "Keys").status == 0)
            let second = try #require(try await pages().first)
            #expect(second.code != first.code && second.message == first.message)
            #expect(try await run("messages", "Keys", "--json").output == "[]\n")
            let missing = try await run("messages", "Keys", "--remove", "7")
            #expect(missing.status == 1 && missing.errors.contains("there is no message 7"))
            #expect(try await run("remove", "Keys").output == "the found page of sam/keys is removed\n")
            #expect(try await pages().isEmpty)
            let again = try await run("remove", "Keys")
            #expect(again.status == 1 && again.errors.contains("there is no found page for sam/keys"))
        }
    }

    @Test func `labels are of one account's pages, and of none that leads nowhere`() async throws {
        try await withSandbox { sandbox in
            try await meet(sandbox)
            let data = ["--store", sandbox.store]
            func run(_ words: String...) async throws -> CommandOutcome {
                try await sandbox.start(["account", "found-page"] + words + data).ended()
            }
            let sheet = "\(sandbox.directory)/labels.html"
            #expect(try await run("set", "sam/keys").status == 0)
            #expect(try await run("set", "sam/keys", "--account", "boss").status == 0)
            let both = try await run("labels", "--out", sheet)
            #expect(both.status == 1 && both.errors.contains("sam/keys has pages of 'boss' and 'sam'"))
            let own = try await run("labels", "--out", sheet, "--account", "sam")
            #expect(own.status == 0 && own.errors.contains("1 label"))
            let none = try await run("labels", "sam/keys", "--out", sheet, "--account", "kim")
            #expect(none.status == 1 && none.errors.contains("there is no found page for 'sam/keys'"))
            #expect(try await sandbox.start(["items", "remove", "sam/keys"] + data).ended().status == 0)
            let gone = try await run("labels", "--out", sheet)
            #expect(gone.status == 1)
            #expect(gone.errors.contains("sam/keys is left out: the page of 'sam' leads nowhere now"))
        }
    }
}
