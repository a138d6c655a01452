import ServerSupport
import Testing

@testable import Postgres

@Suite struct PostgresConnectionTests {
    private static func connect() async throws -> PostgresConnection {
        let server = try await TestPostgres.shared
        return try PostgresConnection(server.plainAddress)
    }

    @Test func `values of each type come back as they went`() async throws {
        let connection = try await Self.connect()
        let sql = "SELECT ?::bigint, ?::float8, ?::text, ?::bytea, ?::bigint, ?::int2, ?::int4, ?::float4, ?::boolean"
        let answer = try connection.ask(
            sql,
            [
                .number(.min), .real(-0.1), .text("Schlüssel"), .bytes([0, 255, 39]), .null, .number(-2),
                .number(70_000),
                .real(0.5), .number(1),
            ]
        )
        #expect(answer.count == 1)
        #expect(answer.integer(0, 0) == .min)
        #expect(answer.real(0, 1) == -0.1)
        #expect(answer.text(0, 2) == "Schlüssel")
        #expect(answer.bytes(0, 3) == [0, 255, 39])
        #expect(answer.isNull(0, 4) && answer.integer(0, 4) == 0 && answer.text(0, 4).isEmpty)
        #expect(answer.integer(0, 5) == -2)
        #expect(answer.integer(0, 6) == 70_000)
        #expect(answer.real(0, 7) == 0.5)
        #expect(answer.integer(0, 8) == 1)
        let empty = try connection.ask("SELECT ?::text, ?::bytea", [.text(""), .bytes([])])
        #expect(!empty.isNull(0, 0) && !empty.isNull(0, 1))
    }

    @Test func `a character that PostgreSQL cannot store is replaced`() async throws {
        let connection = try await Self.connect()
        #expect(try connection.ask("SELECT ?::text", [.text("a\0b")]).text(0, 0) == "a\u{FFFD}b")
    }

    @Test(arguments: [
        ("SELECT ? + ?", "SELECT $1 + $2"), ("SELECT ?2, ?1", "SELECT $2, $1"), ("SELECT '?' || ?", "SELECT '?' || $1"),
        (#"SELECT "a?" FROM t WHERE b = ?"#, #"SELECT "a?" FROM t WHERE b = $1"#), ("?12", "$12"),
        ("'it''s?' ?", "'it''s?' $1"),
    ])
    func `parameters are numbered, outside of quotes`(_ sql: String, _ expected: String) {
        #expect(PostgresText.numbered(sql) == expected)
    }

    @Test func `many statements are on their way before anybody waits`() async throws {
        let connection = try await Self.connect()
        try connection.send("CREATE TEMPORARY TABLE numbers (n BIGINT)")
        for number in 1...5000 as ClosedRange<Int64> {
            try connection.send("INSERT INTO numbers VALUES (?)", [.number(number)])
        }
        #expect(try connection.ask("SELECT count(*), sum(n)::bigint FROM numbers").integer(0, 1) == 12_502_500)
        #expect(try connection.ask("DELETE FROM numbers WHERE n > ?", [.number(4000)]).changes == 1000)
        try connection.settle()
    }

    @Test func `long values go both ways at once`() async throws {
        let connection = try await Self.connect()
        let long = [UInt8](repeating: 7, count: 1 << 20)
        for _ in 0..<20 { try connection.send("SELECT ?::bytea", [.bytes(long)]) }
        #expect(try connection.ask("SELECT ?::bytea", [.bytes(long)]).bytes(0, 0) == long)
    }

    @Test func `a refusal is told to who waits next, nothing runs after it, and settling makes it usable again`()
        async throws
    {
        let connection = try await Self.connect()
        try connection.send("CREATE TEMPORARY TABLE one (n BIGINT CHECK (n > 0))")
        try connection.settle()
        try connection.send("BEGIN")
        try connection.send("INSERT INTO one VALUES (?)", [.number(1)])
        try connection.send("INSERT INTO one VALUES (?)", [.number(-1)])
        try connection.send("INSERT INTO one VALUES (?)", [.number(2)])
        let failure = #expect(throws: PostgresFailure.self) { try connection.ask("SELECT count(*) FROM one") }
        #expect(failure?.kind == .refused("23514"))
        #expect(failure?.description.contains("23514") == true)
        #expect(throws: PostgresFailure.self) { try connection.send("SELECT 1") }
        #expect(throws: PostgresFailure.self) { try connection.settle() }
        try connection.send("ROLLBACK")
        #expect(try connection.ask("SELECT count(*) FROM one").integer(0, 0) == 0)
    }

    @Test func `a statement that is none is refused with the server's words, and the next one runs`() async throws {
        let connection = try await Self.connect()
        let failure = #expect(throws: PostgresFailure.self) { try connection.ask("SELEKT 1") }
        #expect(failure?.words.contains("SELEKT") == true)
        _ = try? connection.settle()
        #expect(try connection.ask("SELECT 1::bigint").integer(0, 0) == 1)
        let script = #expect(throws: PostgresFailure.self) {
            try connection.run(script: "CREATE TEMPORARY TABLE x (n int); SELECT 1/0")
        }
        #expect(script?.kind == .refused("22012"))
        #expect(throws: PostgresFailure.self) { try connection.ask("SELECT * FROM x") }
        _ = try? connection.settle()
        #expect(connection.isSound)
    }

    @Test func `a server that is not there is told in one line`() {
        let failure = #expect(throws: PostgresFailure.self) {
            try PostgresConnection("postgres:///none?host=/nowhere&user=nobody")
        }
        #expect(failure?.kind == .unreachable)
        #expect(failure?.description.contains("\n") == false)
        #expect(throws: PostgresFailure.self) { try PostgresConnection("postgres://[what") }
    }

    @Test func `a server that says nothing for too long is given up, and not waited for again`() async throws {
        let server = try await TestPostgres.shared
        let slow = try PostgresConnection(server.plainAddress, patience: 1)
        #expect(try slow.ask("SELECT pg_sleep(2.5), 7::bigint").integer(0, 1) == 7, "the server is there")
        let connection = try PostgresConnection(server.plainAddress, patience: 1, turns: 1)
        let failure = #expect(throws: PostgresFailure.self) { try connection.ask("SELECT pg_sleep(60)") }
        #expect(failure?.kind == .lost)
        #expect(failure?.words.contains("nothing was heard for 1 s") == true)
        #expect(!connection.isSound && !connection.lives())
        #expect(throws: PostgresFailure.self) { try connection.settle() }
        #expect(throws: PostgresFailure.self) { try connection.ask("SELECT 1") }
    }

    @Test func `a connection that the server ends is lost, and says so from then on`() async throws {
        let connection = try await Self.connect()
        let other = try await Self.connect()
        try connection.send("BEGIN")
        try connection.settle()
        _ = try other.ask("SELECT pg_terminate_backend(?)", [.number(Int64(connection.process))])
        let failure = #expect(throws: PostgresFailure.self) {
            for _ in 0..<100 { _ = try connection.ask("SELECT pg_sleep(0.01)") }
        }
        #expect(failure?.kind == .lost || failure?.kind == .refused("57P01"))
        #expect(throws: PostgresFailure.self) { try connection.settle() }
        #expect(!connection.isSound)
    }
}
