import CPostgres

/// The limit of storing in PostgreSQL: rows of whole numbers by COPY, a transaction for each thousand, on bare libpq.
@safe
final class BareCopy {
    private let connection: OpaquePointer?
    private var time: Int64 = 1_735_689_600_000

    struct Trouble: Error {}

    init(_ address: String) throws {
        unsafe connection = PQconnectdb(address)
        guard unsafe PQstatus(connection) == CONNECTION_OK else { throw Trouble() }
        try run(
            "CREATE TABLE IF NOT EXISTS bare_fixes (device bigint, time bigint, boot bigint, seq bigint, lat int, lon int)"
        )
        try run("TRUNCATE bare_fixes")
    }

    deinit { unsafe PQfinish(connection) }

    private func run(_ sql: String) throws {
        let result = unsafe PQexec(connection, sql)
        defer { unsafe PQclear(result) }
        guard unsafe PQresultStatus(result) == PGRES_COMMAND_OK else { throw Trouble() }
    }

    /// Stores a batch of fixes, one of each of so many trackers in turns.
    func store(_ count: Int, of trackers: Int) throws {
        let begun = unsafe PQexec(connection, "COPY bare_fixes FROM STDIN")
        defer { unsafe PQclear(begun) }
        guard unsafe PQresultStatus(begun) == PGRES_COPY_IN else { throw Trouble() }
        time += 10_000
        var text = ""
        for number in 0..<count {
            text += "\(number % trackers)\t\(time)\t1\t\(number)\t460000000\t\(145_000_000 + number)\n"
        }
        let bytes = Array(text.utf8)
        let isSent = unsafe bytes.withUnsafeBytes { buffer in
            unsafe PQputCopyData(
                connection, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count))
        }
        guard isSent == 1, unsafe PQputCopyEnd(connection, nil) == 1 else { throw Trouble() }
        while let result = unsafe PQgetResult(connection) {
            defer { unsafe PQclear(result) }
            guard unsafe PQresultStatus(result) == PGRES_COMMAND_OK else { throw Trouble() }
        }
    }
}
