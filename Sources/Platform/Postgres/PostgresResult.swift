internal import CPostgres

/// The rows that a statement answered with, all of them in memory.
@safe public final class PostgresResult {
    private let result: OpaquePointer

    /// How many rows there are.
    public let count: Int

    /// Takes over what libpq made.
    init(_ result: OpaquePointer) {
        unsafe self.result = result
        count = unsafe Int(PQntuples(result))
    }

    deinit { unsafe PQclear(result) }

    /// How many rows the statement inserted, changed or removed.
    public var changes: Int { unsafe Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// Whether a column of a row is NULL.
    public func isNull(_ row: Int, _ column: Int) -> Bool { unsafe PQgetisnull(result, Int32(row), Int32(column)) != 0 }

    /// A whole number, of any of PostgreSQL's integer types or `boolean`; 0 for NULL and for what is none.
    public func integer(_ row: Int, _ column: Int) -> Int64 {
        let bytes = bytes(row, column)
        switch unsafe PQftype(result, Int32(column)) {
        case PostgresType.boolean, PostgresType.int2, PostgresType.int4, PostgresType.int8:
            guard let first = bytes.first else { return 0 }
            let start: Int64 = first >= 0x80 ? -1 : 0
            return bytes.reduce(start) { $0 << 8 | Int64($1) }
        default: return 0
        }
    }

    /// A number with a fraction, of any of PostgreSQL's types for them and for integers; 0 for NULL and for what is none.
    public func real(_ row: Int, _ column: Int) -> Double {
        let bits = bytes(row, column).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch unsafe PQftype(result, Int32(column)) {
        case PostgresType.float8: return Double(bitPattern: bits)
        case PostgresType.float4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        default: return Double(integer(row, column))
        }
    }

    /// A text; empty for NULL.
    public func text(_ row: Int, _ column: Int) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

    /// The bytes of a column as they came; none for NULL.
    public func bytes(_ row: Int, _ column: Int) -> [UInt8] {
        let count = unsafe Int(PQgetlength(result, Int32(row), Int32(column)))
        guard count > 0 else { return [] }
        let start = unsafe PQgetvalue(result, Int32(row), Int32(column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The types of a described statement's parameters.
    var parameterTypes: [UInt32] { unsafe (0..<PQnparams(result)).map { unsafe PQparamtype(result, $0) } }

    /// Why the statement was refused; nil when it was not.
    var failure: PostgresFailure? {
        guard unsafe PQresultStatus(result) == PGRES_FATAL_ERROR else { return nil }
        guard let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C"))) else {
            return PostgresFailure(.lost, unsafe String(cString: PQresultErrorMessage(result)))
        }
        let message = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { unsafe String(cString: $0) }
        return unsafe PostgresFailure(.refused(String(cString: state)), message ?? "no message")
    }
}
