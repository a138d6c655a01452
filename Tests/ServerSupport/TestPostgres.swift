internal import Foundation
internal import Glibc
internal import Synchronization
internal import TestSupport

/// A real PostgreSQL with a directory and a socket of its own.
///
/// Needs the Debian package postgresql-15, and says so if it is missing. Where the tests run as root it runs as the
/// package's user, as it refuses to run as root. It ends with this process, even a killed one: a shell beside it waits
/// for the end of its input. Words are sorted as in English, not by their bytes.
public final class TestPostgres: Sendable {
    /// Why there is no server.
    public struct Trouble: Error, CustomStringConvertible {
        public let description: String
    }

    let directory: String
    private let guardian = Guardian()
    private let schemas = Atomic(0)

    private actor Guardian {
        var process: Process?
        var input: Pipe?

        func set(_ process: Process?, _ input: Pipe?) { (self.process, self.input) = (process, input) }
    }

    /// The server that the tests of this process share, each in a schema of its own.
    public static var shared: TestPostgres {
        get async throws { try await starting.value }
    }

    private static let starting = Task { try await TestPostgres(isKept: false, isDurable: false) }

    /// Whether its files stay when it ends, to be started again with them.
    private let isKept: Bool
    private let isDurable: Bool
    /// Whether it can be reached by every network of the machine, by anybody, too.
    private let isOpen: Bool

    /// Makes the files of a server, and starts it; one that is durable stores what survives when the power fails.
    ///
    /// - Parameters:
    ///   - isDurable: whether it waits for the disk.
    ///   - isOpen: whether anybody may connect over a network, such as one between namespaces; port 5432.
    ///   - source: the server of which it is a replica, and whose files it copies.
    /// - Throws: ``Trouble`` when it does not start.
    public convenience init(
        isDurable: Bool = false, isOpen: Bool = false, replicating source: TestPostgres? = nil
    ) async throws {
        try await self.init(isKept: true, isDurable: isDurable, isOpen: isOpen, source: source)
    }

    private init(isKept: Bool, isDurable: Bool, isOpen: Bool = false, source: TestPostgres? = nil) async throws {
        (self.isKept, self.isDurable, self.isOpen) = (isKept, isDurable, isOpen)
        directory = "\(FileManager.default.temporaryDirectory.path)/pg-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try await start(replicating: source)
    }

    /// Starts the server, also again after ``stop()``.
    ///
    /// - Parameter source: where its files come from when it has none; nil for new ones.
    /// - Throws: ``Trouble`` when it does not start.
    public func start(replicating source: TestPostgres? = nil) async throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", Self.script, "sh", directory, isKept ? "keep" : "remove", isDurable ? "on" : "off",
            isOpen ? "*" : "", source?.directory ?? "",
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        await guardian.set(process, input)
        // It says so once it takes connections; the end of the output without it means that it ended.
        let said = await onThread { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }
        guard said.contains("ready") else {
            await stop()
            throw Trouble(description: "PostgreSQL (Debian package postgresql-15) does not start: see \(directory)/log")
        }
    }

    /// Ends the server as a crash of its machine would, and with it all connections; its files stay.
    public func stop() async {
        guard let process = await guardian.process, let input = await guardian.input else { return }
        await guardian.set(nil, nil)
        try? input.fileHandleForWriting.close()
        await onThread { process.waitUntilExit() }
    }

    /// Has the server say nothing any more, as when its machine is gone: connections stand, new ones are taken, and
    /// nobody is answered until ``thaw()``.
    ///
    /// - Throws: What reading its files throws.
    public func freeze() throws { try signal(SIGSTOP) }

    /// Has the server go on after ``freeze()``.
    ///
    /// - Throws: What reading its files throws.
    public func thaw() throws { try signal(SIGCONT) }

    private func signal(_ number: Int32) throws {
        guard let first = try identifier() else { return }
        // It first, so that it has no more children than those.
        _ = Glibc.kill(first, number)
        let children = try String(contentsOfFile: "/proc/\(first)/task/\(first)/children", encoding: .utf8)
        for child in children.split(separator: " ").compactMap({ Int32($0) }) { _ = Glibc.kill(child, number) }
    }

    /// Ends the server and removes its files.
    public func remove() async {
        await stop()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// The server's first process, whose children serve one connection each.
    ///
    /// - Throws: What reading its file throws; before it has started there is none.
    public func identifier() throws -> Int32? {
        let text = try String(contentsOfFile: "\(directory)/data/postmaster.pid", encoding: .utf8)
        return text.split(separator: "\n").first.flatMap { Int32($0) }
    }

    /// The address for those who know nothing of stores.
    public var plainAddress: String { "postgres:///postgres?host=\(directory)&user=tagalong" }

    /// The address of a schema in it, such as a store is opened with; of one that nobody has used yet where none is named.
    public func address(schema: String? = nil) -> String {
        let schema = schema ?? "test\(schemas.add(1, ordering: .relaxed).newValue)"
        return "\(plainAddress)&schema=\(schema)"
    }

    /// The same of whichever of two servers writes.
    public func address(schema: String, or other: TestPostgres) -> String {
        "postgres:///postgres?host=\(directory),\(other.directory)&user=tagalong&target_session_attrs=read-write"
            + "&schema=\(schema)"
    }

    /// Makes the files, starts the server, and stops it at the end of the input.
    private static let script = """
        cd "$1" || exit 1
        programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
        run=
        if [ "$(id -u)" = 0 ]; then
            chown postgres . || exit 1
            run="setpriv --reuid=postgres --regid=postgres --clear-groups"
        fi
        {
            if [ ! -d data ] && [ -n "$5" ]; then
                $run "$programs/pg_basebackup" --no-sync --checkpoint=fast --write-recovery-conf --create-slot \\
                    --slot=replica --dbname="host=$5 user=tagalong application_name=replica" --pgdata=data || exit 1
            elif [ ! -d data ]; then
                $run "$programs/initdb" --no-sync --auth=trust --username=tagalong --encoding=UTF8 \\
                    --locale=C.UTF-8 --locale-provider=icu --icu-locale=en --pgdata=data || exit 1
                [ -z "$4" ] || echo "host all all all trust" >>data/pg_hba.conf
            fi
            $run "$programs/pg_ctl" --silent --wait --pgdata=data --log=server.log --options="-c fsync=$3 \\
                -c listen_addresses=$4 -c unix_socket_directories=$1 -c max_connections=200 -c shared_buffers=64MB" \\
                start || exit 1
        } >log 2>&1 </dev/null
        echo ready
        exec >/dev/null 2>&1
        read -r nothing
        $run "$programs/pg_ctl" --pgdata=data --mode=immediate stop
        [ "$2" = keep ] || rm -rf "$1"
        """
}
