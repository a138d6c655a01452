internal import Foundation
internal import TestSupport

/// A real dbus-daemon with an address and files of its own, for one test.
///
/// Needs the Debian package dbus-daemon, and says so if it is missing. The daemon ends with this process, even a killed
/// one: a shell beside it waits for the end of its input.
public final class TestMessageBus: Sendable {
    /// Why there is no bus.
    public struct Trouble: Error, CustomStringConvertible {
        public let description: String
    }

    /// Where the bus is; stays the same when it is started again.
    public let address: String
    private let directory: String
    private let guardian = Guardian()

    private actor Guardian {
        var process: Process?
        var input: Pipe?

        func set(_ process: Process?, _ input: Pipe?) { (self.process, self.input) = (process, input) }
    }

    /// Starts a bus that lets everybody own names and call everybody.
    ///
    /// Its limits are those of the system's bus.
    public init() async throws {
        directory = "\(FileManager.default.temporaryDirectory.path)/bus-\(UUID().uuidString)"
        address = "unix:path=\(directory)/socket"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Self.configuration(address).write(toFile: "\(directory)/bus.conf", atomically: true, encoding: .utf8)
        try await start()
    }

    /// Starts the bus again after ``stop()``.
    public func start() async throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", "\(directory)/bus.conf"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        await guardian.set(process, input)
        // The daemon prints its address once it listens; the end of the output without one means that it ended.
        let printed = await Self.read(output)
        guard printed.contains("unix:") else {
            await stop()
            throw Trouble(description: "dbus-daemon (Debian package dbus-daemon) does not start")
        }
    }

    /// Kills the daemon, and with that all connections.
    public func stop() async {
        guard let process = await guardian.process, let input = await guardian.input else { return }
        await guardian.set(nil, nil)
        try? input.fileHandleForWriting.close()
        await Self.onThread { process.waitUntilExit() }
    }

    /// Ends the daemon and removes its files.
    public func remove() async {
        await stop()
        try? FileManager.default.removeItem(atPath: directory)
    }

    private static func read(_ pipe: Pipe) async -> String {
        await onThread { String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self) }
    }

    private static func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    /// Runs the daemon until the end of the input.
    ///
    /// The shell does not wait for the daemon's end: that takes a signal that the task pool's threads, and so their
    /// children, block.
    private static let script = """
        dbus-daemon --nofork --nopidfile --config-file="$1" --print-address 2>/dev/null &
        exec >/dev/null
        read -r nothing
        kill -KILL $! 2>/dev/null
        """

    private static func configuration(_ address: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>system</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow user="*"/>
            <allow own="*"/>
            <allow send_type="method_call"/>
            <allow send_type="signal"/>
            <allow send_requested_reply="true" send_type="method_return"/>
            <allow send_requested_reply="true" send_type="error"/>
            <allow receive_type="method_call"/>
            <allow receive_type="method_return"/>
            <allow receive_type="error"/>
            <allow receive_type="signal"/>
          </policy>
        </busconfig>
        """
    }
}

/// Runs the body with a message bus of its own and removes that afterwards.
///
/// - Parameter body: the test.
/// - Returns: what the body returns.
/// - Throws: what the body throws, or ``TestMessageBus/Trouble`` when the bus does not start.
public func withTestMessageBus<Result>(_ body: (TestMessageBus) async throws -> Result) async throws -> Result {
    let bus = try await TestMessageBus()
    return try await afterwards({ await bus.remove() }) { try await body(bus) }
}
