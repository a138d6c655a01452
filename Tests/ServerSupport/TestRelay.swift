internal import Foundation
internal import Synchronization

/// Carries connections to a server of this machine from a port of its own, until it is stopped: from there the server is
/// away then.
///
/// Python's, which the object storage of the tests needs as well. It ends with this process, even a killed one, as its input
/// ends.
public final class TestRelay: Sendable {
    /// Where it listens, also after it was stopped.
    public let endpoint: String
    private let target: String
    private let running = Mutex<(process: Process, input: Pipe)?>(nil)

    /// Why there is none.
    public struct Trouble: Error {}

    /// Begins to listen; `endpoint` is the server's, such as `http://127.0.0.1:5000`.
    public init(to endpoint: String) throws {
        target = String(endpoint.split(separator: ":").last ?? "")
        let (process, input, port) = try Self.run(port: "0", target)
        self.endpoint = "http://127.0.0.1:\(port)"
        running.withLock { $0 = (process, input) }
    }

    /// Listens again.
    public func start() throws {
        let (process, input, _) = try Self.run(port: String(endpoint.split(separator: ":").last ?? ""), target)
        running.withLock { $0 = (process, input) }
    }

    /// Ends all connections, and takes no more.
    public func stop() {
        running.withLock { running in
            try? running?.input.fileHandleForWriting.close()
            running?.process.waitUntilExit()
            running = nil
        }
    }

    private static func run(port: String, _ target: String) throws -> (Process, Pipe, String) {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, port, target]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = said.split(whereSeparator: \.isWhitespace).first else { throw Trouble() }
        return (process, input, String(port))
    }

    private static let script = """
        import os, socket, sys, threading
        def end():
            sys.stdin.read()
            os._exit(0)
        def copy(source, sink):
            try:
                while data := source.recv(65536):
                    sink.sendall(data)
            except OSError:
                pass
            for one in (source, sink):
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        threading.Thread(target=end, daemon=True).start()
        listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
        print(listener.getsockname()[1], flush=True)
        while True:
            near = listener.accept()[0]
            far = socket.create_connection(("127.0.0.1", int(sys.argv[2])))
            for pair in ((near, far), (far, near)):
                threading.Thread(target=copy, args=pair, daemon=True).start()
        """
}
