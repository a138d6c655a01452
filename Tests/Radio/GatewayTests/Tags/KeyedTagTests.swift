import Air
import Bluetooth
import Foundation
import Gateway
import Keys
import Messages
import RadioSupport
import Synchronization
import TestSupport
import Testing
import Tracking

/// Tags whose address rotates, known by their owner's keys, before the whole gateway.
@Suite(.timeLimit(.minutes(30))) struct KeyedTagTests {
    private func findMyKey(pairedAt: Timestamp) throws -> FindMyKey {
        let key = FindMyKey(
            masterKey: hex("1f2e3d4c5b6a79880f1e2d3c4b5a69788796a5b4c3d2e1f001122334"),
            primarySecret: Array(0..<32),
            secondarySecret: Array(32..<64),
            pairedAt: pairedAt
        )
        return try #require(key)
    }

    private func mode(of path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func `keys are exported for one owner, and are the same keys when they are read again`() async throws {
        let bench = try await TagGatewayBench()
        let now = bench.bench.clock.now
        let airTag = try findMyKey(pairedAt: now.advanced(by: .seconds(-3 * 86_400)))
        let keys: [TagKey] = [
            .findMy(airTag), .findHub(try #require(FindHubKey(identityKey: Array(1...32), pairedAt: airTag.pairedAt))),
            .fixed(try #require(FixedKeys(advertised: [[UInt8](repeating: 1, count: 28), Array(0..<28)]))),
            .resolving(try #require(ResolvingKey(Array(1...16)))),
        ]
        for (index, key) in keys.enumerated() {
            _ = try await bench.bench.pairing().pair(bench.bench.request("Bag \(index)"), key: key) { _ in }
        }
        let alignment = KeyAlignment(counter: 200, time: now)
        try bench.bench.file.keys.add(StoredKey(keys[0], alignment: alignment))
        let exported = try bench.bench.file.exportedKeys(of: Name("sam"))
        #expect(exported.count == 4)
        let read = try KeyFile(exported.json)
        #expect(Set(read.tags.map(\.key.identity)) == Set(keys.map(\.identity)))
        #expect(Set(read.tags.compactMap(\.name)) == ["bag-0", "bag-1", "bag-2", "bag-3"])
        #expect(read.tags.compactMap(\.key.alignment) == [alignment])
        #expect(try bench.bench.file.exportedKeys(of: Name("kim")).count == 0)
    }

    @Test func `an AirTag is an item by its key, from address to address, with its battery, until it is unpaired`()
        async throws
    {
        let bench = try await TagGatewayBench()
        let now = bench.bench.clock.now
        let key = try findMyKey(pairedAt: now.advanced(by: .seconds(-3 * 86_400)))
        var tag = KeyedFindMyTag(key)
        tag.battery = 50
        // Near its owner in one quarter of an hour and the next, then away, and somebody else's.
        var heard = [tag.sighting(at: now), tag.sighting(at: now.advanced(by: .seconds(900)))]
        tag.isSeparated = true
        heard.append(tag.sighting(at: now))
        var other = KeyedFindMyTag(try findMyKey(pairedAt: now.advanced(by: .seconds(-9 * 86_400))))
        heard.append(other.sighting(at: now))
        let sent = heard.compactMap { $0 }
        #expect(Set(sent.map { $0.address }).count == 4)
        for (address, advertisement) in sent {
            await bench.bench.air.add(AirTag(address: address, advertisement: advertisement, server: ForeignTag()))
        }
        let air = bench.bench.air
        try await bench.running(advertising: []) {
            let request = bench.bench.request("Bag")
            let entry = try await bench.bench.pairing().pair(request, key: .findMy(key)) { _ in }
            #expect("\(entry.device)" == "sam/bag" && entry.identity == TagKey.findMy(key).identity)
            let keys = bench.bench.file.keys.path
            #expect(keys.hasSuffix("/tag-keys.jsonl"))
            #expect(try mode(of: keys) == 0o600)
            for (address, _) in sent.prefix(3) {
                let before = bench.bus.messages(on: "bag/proximity").count
                #expect(
                    try await bench.bench.eventually {
                        await air.advertise(address, rssi: -60)
                        return bench.bus.messages(on: "bag/proximity").count > before
                    }
                )
            }
            let reported = try #require(bench.bus.messages(on: "bag/reported").last)
            #expect(try ReportedState(decoding: reported.payload).battery == 50)

            #expect(
                try await bench.bench.eventually {
                    await air.advertise(sent[3].address, rssi: -60)
                    return await bench.gateway.tags.tags.contains { $0.address == sent[3].address }
                }
            )
            let strange = await bench.gateway.tags.tags.first { $0.address == sent[3].address }
            #expect(strange?.device == nil && strange?.identity == .address(sent[3].address))

            bench.request("unpair", GatewayRequest(transaction: "u", tag: "sam/bag"))
            #expect(try await bench.bench.eventually { try bench.responses("unpair").last?.state == .done })
            #expect(try bench.bench.file.keys.read().isEmpty)
            #expect(try bench.bench.file.read().entries.isEmpty)
        }
        // What it published has nothing of the key.
        let said = bench.bus.published.withLock { $0.map { String(decoding: $0.payload, as: UTF8.self) } }
        #expect(!said.contains { $0.contains("000102030405") || $0.contains("1f2e3d4c") })
    }

    @Test func `the owner of a Find Hub tag makes it ring and fall silent`() async throws {
        let bench = try await TagGatewayBench()
        let clock = bench.bench.clock
        let key = try #require(
            FindHubKey(identityKey: Array(0..<32), pairedAt: clock.now.advanced(by: .seconds(-999_999))))
        let server = TagServer(TagServices([KeyedFMDNTag(key, at: clock.now)], at: clock.now), clock: clock)
        let address = BluetoothAddress(bits: 0x2345_6789_ABCD)
        let advertisement = try #require(await server.advertisement)
        await bench.bench.air.add(AirTag(address: address, advertisement: advertisement, server: server))
        try await bench.running(advertising: [address]) {
            let request = bench.bench.request("Bicycle")
            _ = try await bench.bench.pairing().pair(request, key: .findHub(key)) { _ in }
            #expect(try await bench.bench.eventually { !bench.bus.messages(on: "bicycle/proximity").isEmpty })
            bench.request("ring", GatewayRequest(transaction: "r", tag: "sam/bicycle"))
            #expect(try await bench.bench.eventually { await server.isSounding })
            var stop = GatewayRequest(transaction: "r2", tag: "sam/bicycle")
            stop.stops = true
            bench.request("ring", stop)
            #expect(try await bench.bench.eventually { bench.bus.messages(on: "bicycle/result").count == 2 })
            #expect(await !server.isSounding)
            for message in bench.bus.messages(on: "bicycle/result") {
                #expect(try CommandResult(decoding: message.payload).error == nil)
            }
        }
    }

    @Test func `a key survives its file, with where its tag was heard`() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = RegistryFile(path: directory.appendingPathComponent("tags.jsonl").path).keys
        let time = Timestamp(seconds: 1_700_000_000)
        let keys: [StoredKey] = [
            StoredKey(.findMy(try findMyKey(pairedAt: time)), alignment: KeyAlignment(counter: 7, time: time)),
            StoredKey(.findHub(try #require(FindHubKey(identityKey: Array(0..<32), pairedAt: time)))),
            StoredKey(.findHub(try #require(FindHubKey(identityKey: Array(1..<33))))),
            StoredKey(.fixed(try #require(FixedKeys(advertised: [Array(0..<28), Array(1..<29)])))),
            StoredKey(.resolving(try #require(ResolvingKey(Array(1...16))))),
        ]
        for key in keys { try store.add(key) }
        #expect(Set(try store.read().values) == Set(keys))
        for key in keys { #expect(TagIdentity(key.identity.text) == key.identity) }
        try store.remove(keys[0].identity)
        #expect(try store.read().count == 4)
    }

    @Test func `a line of keys that is none is told with its number, and nothing of it`() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let path = directory.appendingPathComponent("tag-keys.jsonl")
        try Data("\n{\"_type\":\"key\",\"irk\":\"5ECDE7\"}\n".utf8).write(to: path)
        do throws(RegistryError) { _ = try KeyStore(path: path.path).read() } catch {
            #expect("\(error)".contains("tag-keys.jsonl:2: ") && !"\(error)".contains("5ECDE7"))
            return
        }
        Issue.record("a key that is none was read")
    }
}
