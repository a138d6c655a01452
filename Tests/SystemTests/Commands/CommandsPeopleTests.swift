import Foundation
import TestSupport
import Testing

/// Profiles and contacts on the command line; what is printed as JSON is held against docs/schemas, see
/// ``RunningCommand``.
@Suite(.timeLimit(.minutes(30)))
struct CommandsPeopleTests {
    private struct Person: Decodable {
        let account, name: String
        let standing: String?
        let level: [String]?
        let wants: [String]?
        let entries: [Entry]?
        struct Entry: Decodable { let section, value: String }
    }

    @Test func `P-13 to P-15 somebody is found, asked, accepts, and is removed, from the command line`() async throws {
        try await withSandbox { sandbox in
            func run(_ words: String...) async throws -> CommandOutcome { try await sandbox.start(words).ended() }
            for name in ["sam", "kim", "lea"] { #expect(try await run("account", "add", name).status == 0) }
            let unsaid = try await run("people")
            #expect(unsaid.status == 2 && unsaid.errors.contains("--as"))

            let written = try await run(
                "people", "profile", "--as", "sam", "--name", "Sám Muster",
                "--shown", "name", "--add", "work:phone:+41 31", "--json"
            )
            #expect(written.status == 0)
            let found: [Person] = try await run("people", "find", "must", "--as", "kim", "--json").json()
            #expect(found.map(\.account) == ["sam"])
            #expect(try await run("people", "find", "zzz", "--as", "kim").output.contains("'zzz'"))
            #expect(try await run("people", "show", "lea", "--as", "kim").status == 1)

            let levels = ["--grant", "personal", "--want", "work"]
            let asked = try await sandbox.start(["people", "request", "sam", "--as", "kim"] + levels).ended()
            #expect(asked.status == 0)
            #expect(try await run("people", "request", "sam", "--as", "kim").status == 1)
            let requests: [Person] = try await run("people", "requests", "--as", "sam", "--json").json()
            #expect(requests.map(\.wants) == [["work"]] && requests.map(\.standing) == ["asking"])
            #expect(try await run("people", "accept", "kim", "--as", "sam", "--grant", "work").status == 0)
            let sam: Person = try await run("people", "show", "sam", "--as", "kim", "--json").json()
            #expect(sam.entries?.map(\.value) == ["+41 31"] && sam.standing == "contact")

            #expect(try await run("people", "level", "kim", "secret", "--as", "sam").status == 2)
            #expect(try await run("people", "level", "kim", "personal", "school", "--as", "sam").status == 0)
            let contacts: [Person] = try await run("people", "--as", "sam", "--json").json()
            #expect(contacts.map(\.level) == [["personal", "school"]])
            let doubtful = try await run("people", "remove", "kim", "--as", "sam")
            #expect(doubtful.status == 2 && doubtful.errors.contains("--yes"))
            #expect(try await run("people", "remove", "kim", "--as", "sam", "--yes").status == 0)
            #expect(try await run("people", "list", "--as", "kim", "--json").output == "[]\n")
        }
    }

    @Test func `P-15 a request is rejected, and the asker still sees it as open until they withdraw it`() async throws {
        try await withSandbox { sandbox in
            func run(_ words: String...) async throws -> CommandOutcome { try await sandbox.start(words).ended() }
            for name in ["sam", "kim"] { #expect(try await run("account", "add", name).status == 0) }
            #expect(try await run("people", "profile", "--as", "sam", "--shown", "name").status == 0)
            #expect(try await run("people", "request", "sam", "--as", "kim").status == 0)
            #expect(try await run("people", "reject", "kim", "--as", "sam").status == 0)
            let open: [Person] = try await run("people", "requests", "--as", "kim", "--json").json()
            #expect(open.map(\.standing) == ["asked"])
            #expect(try await run("people", "withdraw", "sam", "--as", "kim").status == 0)
            #expect(try await run("people", "withdraw", "sam", "--as", "kim").status == 1)
        }
    }

    @Test func `a shell completes the names of accounts, and of those that are meant`() async throws {
        try await withSandbox { sandbox in
            for name in ["sam", "kim"] { #expect(try await sandbox.run("account", "add", name).status == 0) }
            func completed(_ words: String...) async throws -> [Substring] {
                // As the scripts of `tagalong completion` ask: which argument, which word, where in it, and all words.
                let asked = ["---completion", "people", "show", "--", "positional@0", "\(words.count - 1)", "0"]
                return try await sandbox.start(asked + words).ended().output.split(separator: "\n").sorted()
            }
            let known = try await completed("tagalong", "people", "show", "")
            #expect(known == ["kim", "sam"])
            let nowhere = "\(sandbox.directory)/nowhere"
            let unknown = try await completed("tagalong", "people", "show", "--data-dir", nowhere, "")
            #expect(unknown == [])
            #expect(!FileManager.default.fileExists(atPath: nowhere))
        }
    }

    @Test func `a picture is set from a file, and what is none is refused`() async throws {
        try await withSandbox { sandbox in
            #expect(try await sandbox.run("account", "add", "sam").status == 0)
            func chunk(_ name: String) -> [UInt8] { [0, 0, 0, 0] + Array(name.utf8) + [0, 0, 0, 0] }
            let png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + ["IHDR", "IDAT", "IEND"].flatMap(chunk)
            let file = "\(sandbox.directory)/sam.png"
            try Data(png).write(to: URL(fileURLWithPath: file))
            #expect(try await sandbox.run("people", "profile", "--picture", file).status == 0)
            struct Seen: Decodable { let picture: String? }
            let seen: Seen = try await sandbox.run("people", "show", "sam", "--json").json()
            #expect(seen.picture != nil)
            for wrong in [try sandbox.write("<svg/>", to: "x.svg"), file + ".nowhere"] {
                let refused = try await sandbox.run("people", "profile", "--picture", wrong, "--town", "Bern")
                #expect(refused.status == 2 && !refused.errors.isEmpty)
            }
            let profile = try await sandbox.run("people", "profile", "--no-picture").output
            #expect(!profile.contains("Bern"))
            let gone: Seen = try await sandbox.run("people", "show", "sam", "--json").json()
            #expect(gone.picture == nil)
        }
    }

    @Test(arguments: [
        ["--shown", "phone"], ["--shown", "town"], ["--add", "work:fax:1"], ["--add", "work"], ["--label", "x"],
        ["--remove", "1"], ["--name", " "], ["--town", "a\u{202E}b"],
    ]) func `what is wrong in a profile is one sentence, and nothing is changed`(options: [String]) async throws {
        try await withSandbox { sandbox in
            #expect(try await sandbox.run("account", "add", "sam").status == 0)
            let before = try await sandbox.run("people", "profile", "--json").output
            let refused = try await sandbox.start(["people", "profile"] + options).ended()
            #expect(refused.status == 2, "\(refused.errors)")
            #expect(try await sandbox.run("people", "profile", "--json").output == before)
        }
    }
}
