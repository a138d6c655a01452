import TestSupport
import Testing

/// The inbox on the command line.
@Suite(.timeLimit(.minutes(30)))
struct CommandsInboxTests {
    private struct Notice: Decodable {
        let kind: String
        let read: Bool
        let account, name: String?
    }

    @Test func `P-17 an inbox is shown, read, and has nothing of kinds that are silenced`() async throws {
        try await withSandbox { sandbox in
            func run(_ words: String...) async throws -> CommandOutcome { try await sandbox.start(words).ended() }
            for name in ["sam", "kim"] { #expect(try await run("account", "add", name).status == 0) }
            for (name, shown) in [("sam", "Sam Muster"), ("kim", "Kim Öztürk")] {
                let words = ["people", "profile", "--as", name, "--name", shown, "--shown", "name"]
                #expect(try await sandbox.start(words).ended().status == 0)
            }
            #expect(try await run("people", "inbox", "--as", "sam").output.contains("There is nothing in your inbox."))
            #expect(try await run("people", "request", "sam", "--as", "kim").status == 0)
            let shown = try await run("people", "inbox", "--as", "sam")
            #expect(shown.output.contains("Kim Öztürk (kim)") && shown.output.contains("request"))
            let new: [Notice] = try await run("people", "inbox", "--as", "sam", "--read", "--json").json()
            #expect(new.map(\.read) == [false] && new.map(\.account) == ["kim"] && new.map(\.name) == ["Kim Öztürk"])
            let old: [Notice] = try await run("people", "inbox", "--as", "sam", "--json").json()
            #expect(old.map(\.read) == [true])
            #expect(try await run("people", "inbox", "--as", "sam", "--limit", "0").status == 2)

            #expect(try await run("people", "silence", "acceptance", "--as", "kim").status == 0)
            let wrong = try await run("people", "silence", "everything", "--as", "kim")
            #expect(wrong.status == 2 && wrong.errors.contains("finder"))
            #expect(try await run("people", "accept", "kim", "--as", "sam").status == 0)
            #expect(try await run("people", "inbox", "--as", "kim", "--json").output == "[]\n")
            #expect(try await run("people", "silence", "--as", "kim").status == 0)
            #expect(try await run("people", "remove", "kim", "--as", "sam", "--yes").status == 0)
            let removal: [Notice] = try await run("people", "inbox", "--as", "kim", "--json").json()
            #expect(removal.map(\.kind) == ["removal"])
        }
    }
}
