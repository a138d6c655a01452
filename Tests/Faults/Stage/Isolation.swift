import Foundation
import Glibc

/// The namespaces that this process lives in: mounts and a network of its own, so that nobody else notices the faults.
struct Isolation: Sendable {
    /// Why there are none; nil when there are.
    let obstacle: String?

    private static let mark = "TAGALONG_FAULTS_ISOLATED"

    /// Begins the program anew in namespaces of its own, unless it is there, or cannot be.
    static func enter() -> Isolation {
        let environment = ProcessInfo.processInfo.environment
        if environment[mark] != nil { return begin() }
        let call = getuid() == 0 ? unshare : unshare + ["--map-root-user"]
        let probe = Command.output(call + ["true"])
        guard probe.status == 0 else { return Isolation(obstacle: probe.text.isEmpty ? "unshare fails" : probe.text) }
        unsafe setenv(mark, "1", 1)
        let program = "/proc/\(getpid())/exe"
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: program)) ?? CommandLine.arguments[0]
        Spawn.replace(call + [path] + CommandLine.arguments.dropFirst())
        return Isolation(obstacle: "unshare cannot be run")
    }

    private static let unshare = ["unshare", "--mount", "--net"]

    private static func begin() -> Isolation {
        let loopback = Command.output(["ip", "link", "set", "lo", "up"])
        return Isolation(obstacle: loopback.status == 0 ? nil : "ip (Debian package iproute2) fails: \(loopback.text)")
    }
}
