import FoundationEssentials
import Glibc
import MQTT
import ServiceLifecycle
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PrivateBrokerTests {
    @Test func `a later start uses the same port and password`() async throws {
        try await withTestBroker(isAnonymous: false) { broker in
            try await broker.restart()
            #expect(PrivateBroker.connection(in: broker.directory) == broker.configuration)
            try await running(MQTTClient(broker.configuration, "a")) { log in
                await log.wait(forConnections: 1)
                #expect(await log.reasons.isEmpty)
            }
        }
    }

    @Test func `the files are their owner's alone`() async throws {
        try await withTestBroker(isAnonymous: false) { broker in
            for file in ["url", "passwords", "mosquitto.conf", "mosquitto.log", "mosquitto.pid"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(broker.directory)/\(file)")
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
            }
        }
    }

    @Test func `the password stands nowhere but in the file for it`() async throws {
        try await withTestBroker(isAnonymous: false) { broker in
            let url = try String(contentsOfFile: "\(broker.directory)/url", encoding: .utf8)
            let password = try #require(url.split(whereSeparator: { ":@".contains($0) }).dropFirst(2).first)
            for file in ["passwords", "mosquitto.conf", "mosquitto.log"] {
                let text = try String(contentsOfFile: "\(broker.directory)/\(file)", encoding: .utf8)
                #expect(!text.contains(password), "\(file)")
            }
        }
    }

    @Test func `no connection is known where no broker was started`() {
        #expect(PrivateBroker.connection(in: "/no/such/directory") == nil)
    }

    @Test func `a port taken by another is named`() async throws {
        let server = try ScriptedServer(saying: [])
        let port = server.configuration.port
        try await withTestBroker { broker in
            let directory = "\(broker.directory)/other"
            await #expect(throws: PrivateBrokerError.portBusy(port, directory: directory)) {
                try await PrivateBroker.start(in: directory, port: port, logger: .silent)
            }
        }
    }

    @Test func `brokers started at once have each a port of their own, which no outgoing connection takes`()
        async throws
    {
        try await withTestBroker { parent in
            let brokers = try await withThrowingTaskGroup(of: PrivateBroker.self) { group in
                for number in 0..<8 {
                    let directory = "\(parent.directory)/\(number)"
                    group.addTask {
                        try await PrivateBroker.start(in: directory, isAnonymous: true, logger: .silent)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let ports = Set(brokers.map(\.connection.port))
            #expect(ports.count == 8)
            #expect(ports.allSatisfy { $0 < 32768 })
            for broker in brokers { await broker.stop() }
        }
    }

    @Test func `a broker that still runs in the directory is named`() async throws {
        try await withTestBroker { broker in
            let error = await #expect(throws: PrivateBrokerError.self) {
                try await PrivateBroker.start(in: broker.directory, logger: .silent)
            }
            #expect(error?.description.hasPrefix("the broker of an earlier run still works in") == true)
        }
    }

    @Test func `a broker that ends by itself ends its service with the reason`() async throws {
        try await withTestBroker { parent in
            let directory = "\(parent.directory)/other"
            let broker = try await PrivateBroker.start(in: directory, isAnonymous: true, logger: .silent)
            let process = try #require(broker.process)
            let service = Task { try await broker.run() }
            kill(process, SIGKILL)
            let error = await #expect(throws: PrivateBrokerError.self) { try await service.value }
            #expect(error == .ended("was ended by signal 9", log: "\(directory)/mosquitto.log"))
        }
    }

    @Test func `a graceful shutdown ends the broker`() async throws {
        try await withTestBroker { parent in
            let directory = "\(parent.directory)/other"
            let broker = try await PrivateBroker.start(in: directory, isAnonymous: true, logger: .silent)
            let group = ServiceGroup(services: [broker], gracefulShutdownSignals: [], logger: .silent)
            try await withThrowingTaskGroup { tasks in
                tasks.addTask { try await group.run() }
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
            #expect(broker.process == nil)
        }
    }
}
