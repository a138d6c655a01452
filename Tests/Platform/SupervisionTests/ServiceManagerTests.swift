import TestSupport
import Testing

@testable import Supervision

@Suite(.timeLimit(.minutes(30)))
struct ServiceManagerTests {
    @Test func `what is told in one message arrives in one`() throws {
        let receiver = try DatagramReceiver()
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": receiver.path], process: 7))
        manager.notify([.ready, .status("connected\nto all")])
        manager.notify([.alive])
        #expect(
            receiver.datagrams.map { String(decoding: $0, as: UTF8.self) }
                == ["READY=1\nSTATUS=connected to all", "WATCHDOG=1"]
        )
    }

    @Test func `nobody is told where nobody asked for it`() {
        #expect(ServiceManager(environment: [:], process: 7) == nil)
        #expect(ServiceManager(environment: ["NOTIFY_SOCKET": ""], process: 7) == nil)
        #expect(ServiceManager(environment: ["NOTIFY_SOCKET": "relative"], process: 7) == nil)
        #expect(
            ServiceManager(environment: ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)], process: 7) == nil
        )
    }

    @Test(arguments: [
        (["WATCHDOG_USEC": "30000000"], Duration.seconds(30)),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], .seconds(30)),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], nil),
        (["WATCHDOG_USEC": "0"], nil),
        (["WATCHDOG_USEC": "soon"], nil),
        ([:], nil),
    ])
    func `the watchdog is for the process that it names`(variables: [String: String], patience: Duration?) throws {
        let environment = variables.merging(["NOTIFY_SOCKET": "/run/systemd/notify"]) { $1 }
        #expect(try #require(ServiceManager(environment: environment, process: 7)).patience == patience)
    }

    @Test func `a manager that is gone is no trouble`() throws {
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": "@nobody-here"], process: 7))
        manager.notify([.ready])
        #expect(manager.patience == nil)
    }
}
