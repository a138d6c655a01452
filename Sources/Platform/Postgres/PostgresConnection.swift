internal import CPostgres
internal import Glibc

/// A connection to PostgreSQL, on which statements run one after the other without waiting for each other's answers.
///
/// What is sent is answered in its order; whoever asks for rows waits for them, and learns of what was refused before.
/// After a refusal nothing runs until ``settle()``. What is sent from one ``settle()`` to the next is one transaction,
/// unless it says otherwise itself. It is for one user at a time, and blocks its thread while it waits.
@safe public final class PostgresConnection {
    private let handle: OpaquePointer
    private let address: String
    /// Seconds without a word from the server after which it is asked over another connection whether it is there.
    private let patience: Int
    /// How often it is waited for on, as it is there, and the statement is a long one.
    private let turns: Int
    private var statements: [String: Statement] = [:]
    /// How many statements have been prepared, or were to be.
    private var names = 0
    /// How many answers are still to be read.
    private var pending = 0
    /// The first refusal since the last ``settle()``.
    private var failure: PostgresFailure?
    /// Whether the server was silent for too long, or has ended it: then nothing is sent or waited for any more.
    private var isLost = false

    /// A statement that the server has prepared.
    private struct Statement {
        let name: String
        let types: [UInt32]
    }

    /// So many answers are left unread at most, so that neither side fills the memory of the other.
    private static let mostPending = 512

    /// Connects, which takes ten seconds at most where the address says nothing else.
    ///
    /// - Parameters:
    ///   - address: What libpq takes as a connection string: `postgres://user@host:port/database?sslmode=…`, or keywords.
    ///   - patience: Seconds without a word from the server while an answer is waited for. Then it counts as lost, unless
    ///     it answers over another connection, as when a statement takes long.
    ///   - turns: So many times as long it is waited at most.
    /// - Throws: ``PostgresFailure`` of kind `unreachable`.
    public init(_ address: String, patience: Int = 30, turns: Int = 20) throws(PostgresFailure) {
        (self.address, self.patience, self.turns) = (address, patience, turns)
        // Later ones win, so that what the address says holds.
        let settings = [
            ("connect_timeout", "10"), ("application_name", "tagalong"), ("keepalives_idle", "15"),
            ("keepalives_interval", "5"), ("keepalives_count", "3"), ("dbname", address), ("client_encoding", "UTF8"),
        ]
        guard let handle = unsafe Self.connect(settings) else {
            throw PostgresFailure(.unreachable, "out of memory")
        }
        unsafe self.handle = handle
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            let words = unsafe String(cString: PQerrorMessage(handle))
            throw PostgresFailure(.unreachable, words)
        }
        unsafe PQsetnonblocking(handle, 1)
        // What the server says beside, such as that a table is there already, is for nobody.
        unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
        guard unsafe PQenterPipelineMode(handle) == 1 else {
            throw PostgresFailure(.unreachable, "pipelines are not possible")
        }
    }

    deinit { unsafe PQfinish(handle) }

    private static func connect(_ settings: [(String, String)]) -> OpaquePointer? {
        let keys = unsafe settings.map { unsafe strdup($0.0) }
        let values = unsafe settings.map { unsafe strdup($0.1) }
        defer {
            unsafe keys.forEach { unsafe free($0) }
            unsafe values.forEach { unsafe free($0) }
        }
        return unsafe PQconnectdbParams(
            keys.map { unsafe UnsafePointer($0) } + [nil], values.map { unsafe UnsafePointer($0) } + [nil], 1
        )
    }

    /// Whether the connection stands, as far as is known.
    public var isSound: Bool { unsafe !isLost && PQstatus(handle) == CONNECTION_OK }

    /// Sends and waits for nothing any more.
    public func abandon() { isLost = true }

    /// Whether the connection stands, after a look at whether the server has ended it meanwhile; waits for nothing.
    public func lives() -> Bool {
        if isLost { return false }
        var looked = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        // What the server says of its own accord comes before the end, such as that it shuts down.
        while unsafe poll(&looked, 1, 0) > 0 {
            guard unsafe PQconsumeInput(handle) == 1 else { return false }
        }
        return isSound
    }

    /// The number of the server's process that serves it.
    public var process: Int { unsafe Int(PQbackendPID(handle)) }

    /// Sends a statement, whose answer nobody waits for: whether it was refused, the next who waits learns.
    ///
    /// - Throws: ``PostgresFailure``.
    public func send(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresFailure) {
        try queue(sql, values)
        if pending >= Self.mostPending {
            try request()
            try drain(to: Self.mostPending / 2)
        }
    }

    /// Sends a statement and waits for its rows.
    ///
    /// - Throws: ``PostgresFailure``, also for what was sent before.
    public func ask(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresFailure) -> PostgresResult {
        try queue(sql, values)
        try request()
        guard let result = try drain(to: 0) else { throw failure ?? lost("no answer came") }
        return result
    }

    /// The same for a statement that is not worth being prepared, or cannot be, and has no parameters.
    ///
    /// - Throws: ``PostgresFailure``, also for what was sent before.
    public func askOnce(_ sql: String) throws(PostgresFailure) -> PostgresResult {
        if let failure { throw failure }
        try check(unsafe PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 1))
        pending += 1
        try request()
        guard let result = try drain(to: 0) else { throw failure ?? lost("no answer came") }
        return result
    }

    /// Waits until all that was sent is done, and makes the connection ready for more where something was refused.
    ///
    /// - Throws: ``PostgresFailure``, the first since the last time.
    public func settle() throws(PostgresFailure) {
        guard isSound else { throw lost(words) }
        guard unsafe PQpipelineSync(handle) == 1 else { throw lost(words) }
        pending += 1
        while pending > 0 { _ = try drainOne() }
        if let failure {
            self.failure = nil
            throw failure
        }
    }

    /// Runs a script of several statements without parameters, outside of any that were sent.
    ///
    /// - Throws: ``PostgresFailure``; then what the script had done is undone, unless it says otherwise itself.
    public func run(script: String) throws(PostgresFailure) {
        try settle()
        guard unsafe PQexitPipelineMode(handle) == 1 else { throw lost(words) }
        let result = unsafe PQexec(handle, script).map { unsafe PostgresResult($0) }
        guard let result, isSound, unsafe PQenterPipelineMode(handle) == 1 else { throw lost(words) }
        if let failure = result.failure { throw failure }
    }

    /// What others have notified on the channels that were listened to, the oldest first; waits for so many milliseconds
    /// when there is nothing.
    ///
    /// - Throws: ``PostgresFailure`` when the connection was lost.
    public func notifications(within milliseconds: Int32) throws(PostgresFailure) -> [String] {
        var heard = takeNotifications()
        guard heard.isEmpty else { return heard }
        guard isSound else { throw lost(words) }
        var waited = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&waited, 1, milliseconds) > 0 else { return [] }
        guard unsafe PQconsumeInput(handle) == 1 else { throw lost(words) }
        heard = takeNotifications()
        guard isSound else { throw lost(words) }
        return heard
    }

    private func takeNotifications() -> [String] {
        var heard: [String] = []
        while let next = unsafe PQnotifies(handle) {
            unsafe heard.append(String(cString: next.pointee.extra))
            unsafe PQfreemem(next)
        }
        return heard
    }

    private func queue(_ sql: String, _ values: [PostgresValue]) throws(PostgresFailure) {
        if let failure { throw failure }
        guard isSound else { throw lost(words) }
        let statement = try prepared(sql)
        try check(
            unsafe Self.withParameters(values, statement.types) { pointers, lengths, formats in
                unsafe PQsendQueryPrepared(
                    handle, statement.name, Int32(lengths.count), pointers, lengths, formats, 1
                )
            }
        )
        pending += 1
    }

    /// Calls with the parameters as libpq wants them, all of them in binary form in one run of bytes.
    private static func withParameters(
        _ values: [PostgresValue], _ types: [UInt32],
        _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Int32
    ) -> Int32 {
        var bytes: [UInt8] = []
        // Where each begins; nil for NULL.
        var starts: [Int?] = []
        var lengths: [Int32] = []
        for (value, type) in zip(values, types) {
            let encoded = value.encoded(as: type)
            starts.append(encoded == nil ? nil : bytes.count)
            lengths.append(Int32(encoded?.count ?? 0))
            bytes += encoded ?? []
        }
        // An empty one has an address too, or it would be NULL.
        bytes.append(0)
        return unsafe bytes.withUnsafeBytes { buffer in
            let base = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            var pointers: [UnsafePointer<CChar>?] = unsafe []
            for start in starts {
                if let start { unsafe pointers.append(base?.advanced(by: start)) } else { unsafe pointers.append(nil) }
            }
            return unsafe body(pointers, lengths, [Int32](repeating: 1, count: lengths.count))
        }
    }

    /// The statement as the server knows it, which it does from the second time on.
    private func prepared(_ sql: String) throws(PostgresFailure) -> Statement {
        if let known = statements[sql] { return known }
        // Never one of a statement whose preparation nobody heard the end of.
        let name = "s\(names)"
        names += 1
        try check(unsafe PQsendPrepare(handle, name, PostgresText.numbered(sql), 0, nil))
        pending += 1
        try check(unsafe PQsendDescribePrepared(handle, name))
        pending += 1
        try request()
        guard let described = try drain(to: 0) else { throw failure ?? lost("no answer came") }
        let statement = Statement(name: name, types: described.parameterTypes)
        statements[sql] = statement
        return statement
    }

    private func request() throws(PostgresFailure) { try check(unsafe PQsendFlushRequest(handle)) }

    /// Reads answers until so many are left; returns the last one read.
    @discardableResult
    private func drain(to left: Int) throws(PostgresFailure) -> PostgresResult? {
        var last: PostgresResult?
        while pending > left { last = try drainOne() }
        if let failure { throw failure }
        return last
    }

    /// Reads the whole answer to one thing that was sent; nil for what was refused.
    private func drainOne() throws(PostgresFailure) -> PostgresResult? {
        var answer: PostgresResult?
        while true {
            try awaitResult()
            guard let next = unsafe PQgetResult(handle) else { break }
            let result = unsafe PostgresResult(next)
            switch unsafe PQresultStatus(next) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK: answer = result
            case PGRES_PIPELINE_SYNC:
                pending -= 1
                return result
            case PGRES_PIPELINE_ABORTED: break
            default:
                if failure == nil { failure = result.failure ?? lost(words) }
            }
        }
        pending -= 1
        guard isSound else { throw lost(words) }
        return answer
    }

    /// Waits until a result can be read without waiting, and sends meanwhile what is still to be sent.
    private func awaitResult() throws(PostgresFailure) {
        var turn = 0
        while true {
            let unsent = unsafe PQflush(handle)
            guard unsent >= 0 else { throw lost(words) }
            if unsafe PQisBusy(handle) == 0 { return }
            var waited = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            if unsent == 1 { waited.events |= Int16(POLLOUT) }
            let ready = unsafe poll(&waited, 1, Int32(patience) * 1000)
            if ready < 0, errno == EINTR { continue }
            if ready == 0 {
                turn += 1
                guard turn < turns, isThere() else { throw lost("nothing was heard for \(turn * patience) s") }
                continue
            }
            guard ready > 0 else { throw lost(words) }
            guard unsafe PQconsumeInput(handle) == 1 else { throw lost(words) }
        }
    }

    /// Whether the server answers somebody else.
    private func isThere() -> Bool {
        (try? PostgresConnection(address, patience: patience, turns: 1).ask("SELECT 1")) != nil
    }

    private var words: String { unsafe String(cString: PQerrorMessage(handle)) }

    private func check(_ isSent: Int32) throws(PostgresFailure) {
        guard isSent == 1 else { throw lost(words) }
    }

    private func lost(_ words: String) -> PostgresFailure {
        isLost = true
        return PostgresFailure(.lost, words.isEmpty ? "it was closed" : words)
    }
}
