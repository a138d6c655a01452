import FoundationEssentials
import Glibc
import MQTT
import ServerSupport
import ServiceLifecycle
import TestSupport
import Testing

@testable import Broker

@Suite(.timeLimit(.minutes(30)))
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

    @Test func `a log that has grown too long becomes the old one, and the broker goes on with a new one`()
        async throws
    {
        try await withTestBroker { broker in
            let directory = BrokerDirectory(path: broker.directory)
            func text(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }
            try await running(MQTTClient(broker.configuration, "first")) { await $0.wait(forConnections: 1) }
            directory.rotateLog(beyond: BrokerLimits.log)
            #expect(!FileManager.default.fileExists(atPath: directory.oldLogFile))
            for name in ["second", "third"] {
                let before = try text(directory.logFile)
                directory.rotateLog(beyond: 10)
                #expect(try text(directory.oldLogFile).hasPrefix(before))
                #expect(try text(directory.logFile).isEmpty)
                try await running(MQTTClient(broker.configuration, name)) { await $0.wait(forConnections: 1) }
                #expect(try text(directory.logFile).contains("as \(name) "))
                #expect(try !text(directory.logFile).contains("\0"))
            }
            for file in [directory.logFile, directory.oldLogFile] {
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
            }
        }
    }

    @Test func `the clients whose queues were full are known from the log and the one before it`() async throws {
        try await withTestBroker { broker in
            let directory = BrokerDirectory(path: broker.directory)
            #expect(PrivateBroker.clientsWithFullQueues(in: broker.directory).isEmpty)
            func words(_ client: String) -> String {
                "2026-01-01T00:00:00: Outgoing messages are being dropped for client \(client).\n"
            }
            try directory.write(words("a.b") + "2026-01-01T00:00:00: Client c disconnected.\n", to: directory.logFile)
            directory.rotateLog(beyond: 1)
            try directory.write(words("d") + words("a.b"), to: directory.logFile)
            #expect(PrivateBroker.clientsWithFullQueues(in: broker.directory) == ["a.b", "d"])
        }
    }

    @Test func `what a client calls itself is not taken for the broker's own words`() async throws {
        try await withTestBroker { broker in
            let directory = BrokerDirectory(path: broker.directory)
            let forged = [
                "Outgoing messages are being dropped for client kim.phone",
                "New client connected from 127.0.0.1:2000 as x (p2, c1, k60, u'kim.phone').",
            ]
            let lines = forged.map { "2026-01-01T00:00:00: New client connected from 127.0.0.1:1000 as \($0)" }
            let text = lines.map { "\($0) (p2, c1, k60, u'eve.any').\n\($0).\n" }.joined()
            try directory.write(text, to: directory.logFile)
            #expect(directory.clientsWithFullQueues.isEmpty)
            #expect(directory.users(ofPorts: [2000]).isEmpty)
            #expect(directory.users(ofPorts: [1000])[1000]?.contains("eve.any") == true)
        }
    }

    @Test func `what the broker takes and keeps is bounded in its configuration`() async throws {
        try await withTestBroker { broker in
            let text = try String(contentsOfFile: "\(broker.directory)/mosquitto.conf", encoding: .utf8)
            let lines = Set(text.split(separator: "\n").map(String.init))
            #expect(
                lines.isSuperset(of: [
                    "max_packet_size \(BrokerLimits.packet)", "max_queued_bytes \(BrokerLimits.queuedBytes)",
                    "max_queued_messages \(BrokerLimits.queuedMessages)",
                    "max_inflight_bytes \(BrokerLimits.inflightBytes)",
                    "persistent_client_expiration \(BrokerLimits.sessionDays)d",
                ])
            )
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
