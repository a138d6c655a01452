import Foundation
import History
import Messages
import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Access
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// Erasing an account: what is left in the files of the data directory, and in memory.
@Suite(.timeLimit(.minutes(30)))
struct ErasureTests {
    private let cello: DeviceID
    private let phone: DeviceID
    private let sam: Name
    private let place: Coordinate
    private let photo: [UInt8]

    init() throws {
        sam = try Name("samantha")
        cello = DeviceID(owner: sam, device: try Name("violoncello"))
        phone = DeviceID(owner: sam, device: try Name("pixel-seven"))
        place = try Coordinate(latitude: 60.3931277, longitude: 5.3242891)
        photo = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 19) }
    }

    /// What must not be found afterwards, but for the names while somebody has still to be told.
    private var data: [[UInt8]] {
        [
            "Grandmother's Cello", "60.3931277", "5.3242891", "Troldhaugvegen", "Practice Room", "pixel-seven-no",
            "the night bus",
        ]
        .map { Array($0.utf8) } + [Array(photo[100..<164])]
    }

    private var names: [[UInt8]] { ["samantha", "violoncello", "pixel-seven"].map { Array($0.utf8) } }

    /// Which of some bytes are in any file beside the database.
    private func found(_ needles: [[UInt8]], beside path: String) throws -> [String] {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        return try files.flatMap { file -> [String] in
            let content = try Data(contentsOf: file)
            return needles.filter { content.range(of: Data($0)) != nil }
                .map { "\(file.lastPathComponent): \(String(decoding: $0, as: UTF8.self))" }
        }
    }

    /// What she has, and one thing of somebody else.
    private func messages(_ topics: Topics, at now: Timestamp) throws -> [Message] {
        let desired = DesiredState(version: 1, item: try ItemName("Grandmother's Cello"))
        let mark = LostMark(since: now, note: "Left on the night bus")
        let practice = TrustedPlace(name: try ItemName("Practice Room"), area: .circle(place, radius: 30))
        let keys = DeviceID(owner: try Name("kim"), device: try Name("keys"))
        let fix = Fix(coordinate: place, time: now, accuracy: 3)
        let tracked = LocationMessage(fix: fix, mark: FixMark(boot: 1, sequence: 1), mode: .cellular)
        let more = Array(#","addr":"Troldhaugvegen 65"}"#.utf8)
        let away = Fix(coordinate: place.offset(north: 100, east: 0), time: now, accuracy: 3)
        return [
            Message(topic: topics.desired(cello), payload: desired.encoded(), retained: true),
            Message(
                topic: topics.rules(cello), payload: ItemRules(places: [practice], lost: mark).encoded(), retained: true
            ),
            Message(topic: topics.location(cello), payload: tracked.encoded().dropLast() + more, retained: true),
            Message(topic: topics.location(phone), payload: LocationMessage(fix: away).encoded(), retained: true),
            // One that is refused and names her.
            Message(topic: topics.location(phone), payload: Array(#"{"_type":"location","x":"pixel-seven-no"}"#.utf8)),
            Message(topic: topics.desired(keys), payload: DesiredState(version: 1).encoded(), retained: true),
        ]
    }

    private func accounts(_ access: AccessControl, at now: Timestamp) throws {
        for (name, isAdministrator) in [("kim", true), ("samantha", false)] {
            let name = try Name(name)
            try access.add(name, isAdministrator: isAdministrator, at: now)
            try access.setPasscode(Passcode("tannenbaum"), current: nil, of: name, from: nil, at: now)
        }
        _ = try access.makeToken("her pixel-seven", of: sam, scope: .command, at: now)
    }

    /// What must not be found of her among people; an index has words in lower case.
    private var told: [[UInt8]] { ["Zaunkönig", "zaunkonig", "4711-0815", "a message of hers"].map { Array($0.utf8) } }

    /// What she has among people: a profile that strangers find, with kim as a contact and in a group, who is told of it.
    private func people(_ access: AccessControl, at now: Timestamp) throws {
        let kim = try Name("kim")
        let number = ProfileEntry(section: .work, kind: .phone, label: "Zaunkönig", value: "4711-0815")
        let profile = Profile(name: "Sam Zaunkönig", town: "Zaunkönigsdorf", shown: [.name, .town], entries: [number])
        try access.profiles.replace(profile, of: sam, at: now)
        try access.profiles.setPicture(PhotoRow(kind: .png, data: photo, updated: now), of: sam, at: now)
        try access.database.write { session in
            try session.connect(sam, granting: TrustLevel([.work]), with: kim, granting: TrustLevel(), at: now)
            for (id, members) in [("choir", [sam, kim]), ("alone", [sam])] {
                let sql = "INSERT INTO user_groups VALUES (?, ?, 'Sings', 0, ?, 1)"
                try session.execute(sql, [id, id == "alone" ? "Zaunkönig" : "Choir", sam.text])
                for member in members {
                    try session.execute(
                        "INSERT INTO group_members VALUES (?, ?, ?, '', 1)", [id, member.text, member == sam]
                    )
                }
                let sql2 = "INSERT INTO group_shares VALUES (?, ?, ?, ?, 'last', 0, 1, NULL)"
                try session.execute(sql2, [sam.text, id, sam.text, cello.device.text])
            }
            try session.notify(kim, .acceptance, about: sam, item: cello, text: "a message of hers", at: now)
            try session.notify(kim, .finder, item: cello, text: "a message of hers", at: now)
        }
        try foundPages(access, of: [sam, kim], at: now)
    }

    /// Pages for finders of her cello, of hers and of an administrator, and what finders have written there.
    private func foundPages(_ access: AccessControl, of makers: [Name], at now: Timestamp) throws {
        var generator = SeededGenerator(seed: 1)
        for maker in makers {
            let code = FoundCode(using: &generator)
            let page = FoundPage(
                id: "page of \(maker)", code: code, item: cello, itemCreated: now, account: maker,
                look: FoundPageLook(message: "Zaunkönig"), created: now, codeCreated: now, messages: 0
            )
            let content = FinderMessage.Content(text: "a message of hers", contact: "4711-0815")
            try access.database.write { session in
                try session.insert(page)
                let id = try session.insert(content, at: page, at: now)
                try session.notify(maker, .finder, item: cello, message: id, at: now)
            }
        }
    }

    /// A session, as headers.
    private func session(_ name: String, on console: ConsoleBench) async throws -> [String: String] {
        let body = #"{"account":"\#(name)","passcode":"tannenbaum"}"#
        let answer = try await console.send("POST", "/api/v1/session", json: body)
        let cookie = String(try #require(answer.headers["set-cookie"]).prefix { $0 != ";" })
        let standing = try await console.get("/api/v1/session", headers: ["Cookie": cookie]).object
        return ["Cookie": cookie, "X-Tagalong-CSRF": try #require(standing["csrf"] as? String)]
    }

    @Test func `an account that erases itself leaves nothing in any file once its tracker knows`() async throws {
        try await withConsole { console in
            let (now, topics) = (WallClock().now, console.topics)
            try accounts(console.access, at: now)
            try people(console.access, at: now)
            #expect(try found(told, beside: console.store.path).count >= told.count)
            try await console.ingest(try messages(topics, at: now))
            let row = PhotoRow(kind: .png, data: photo, updated: now)
            _ = try await console.history.perform { core, now in try core.setPhoto(row, of: cello, at: now) }
            let state = topics.state(cello)
            while await console.feed.latest(state) == nil { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try found(data, beside: console.store.path).count >= data.count)
            let headers = try await session("samantha", on: console)
            let path = "/api/v1/accounts/samantha/erasure"
            for (body, status) in [
                (#"{"account":"samantha"}"#, 403), (#"{"account":"samantha","passcode":"weihnachten"}"#, 403),
                (#"{"account":"samanta","passcode":"tannenbaum"}"#, 422),
                (#"{"account":"samantha","passcode":"tannenbaum","owner":"kim"}"#, 403),
            ] {
                #expect(try await console.send("POST", path, json: body, headers: headers).status == status, "\(body)")
            }
            let other = "/api/v1/accounts/kim/erasure"
            let stranger = #"{"account":"kim","passcode":"tannenbaum"}"#
            #expect(try await console.send("POST", other, json: stranger, headers: headers).status == 404)
            #expect(try console.store.device(cello) != nil)

            let body = #"{"account":"samantha","passcode":"tannenbaum"}"#
            let answer = try await console.send("POST", path, json: body, headers: headers)
            #expect(answer.status == 202)
            #expect(answer.text.contains(#""tracker":"violoncello""#), "\(answer.text)")
            #expect(try await console.get("/api/v1/items", headers: headers).status == 401)
            // The data is gone before the tracker knows.
            #expect(try found(data + told, beside: console.store.path) == [])
            // Who is left has the group.
            let admins = "SELECT count(*) FROM group_members WHERE account = 'kim' AND admin = 1"
            #expect(try console.access.database.read { try $0.value(admins) ?? 0 } == 1)
            #expect(try console.store.devices().map(\.id.owner.text) == ["kim"])

            let gone = ReportedState(
                version: 2,
                power: .off,
                reportEvery: 600,
                mode: .auto,
                firmware: "1",
                model: "T",
                boot: 1,
                battery: 50,
                activeMode: .cellular,
                isRegistered: false
            )
            try await console.ingest([Message(topic: topics.reported(cello), payload: gone.encoded(), retained: true)])
            while try !console.access.erasures().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try found(data + names, beside: console.store.path) == [])
            let line = try #require(console.access.audit(limit: 1).first)
            #expect(line.event == .accountErased && line.account == nil && line.source == nil)

            // Nor is it told to who begins to watch, and others' things stay.
            let kim = try await session("kim", on: console)
            var stream = try await EventStream(console, headers: kim)
            #expect(try await stream.snapshot().filter { $0.data.contains("samantha") && $0.document != nil } == [])
            let items = try await console.get("/api/v1/items", headers: kim)
            #expect(items.text.contains(#""tracker":"keys""#) && !items.text.contains("samantha"))
        }
    }

    /// How far it had come when it was killed.
    enum Step: Int, CaseIterable, Sendable {
        case asked, removed, cleaned
    }

    @Test(arguments: Step.allCases)
    func `one that was killed half way is ended by whoever comes next`(step: Step) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("erasure-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let (path, now) = (directory.path + "/history.sqlite", WallClock().now)
        let accountsPath = directory.path + "/access.sqlite"
        do {
            let store = try Store(path: path, mode: .readWrite(create: true), durability: .off)
            let access = try AccessControl(path: accountsPath, rounds: 1 << 10)
            try accounts(access, at: now)
            var core = try HistoryCore(store: store)
            _ = try core.ingest(try messages(Topics(), at: now), at: now)
            _ = try core.setPhoto(PhotoRow(kind: .png, data: photo, updated: now), of: cello, at: now)
            _ = try access.beginErasure(of: sam, owner: sam, waits: false, at: now)
            if step != .asked { _ = try AccountEraser.remove(access.erasures(), from: &core, at: now) }
            if step == .cleaned { try store.compact() }
        }
        // Everything that is known is in the files.
        let store = try Store(path: path, mode: .readWrite(create: false), durability: .off)
        let access = try AccessControl(path: accountsPath, rounds: 1 << 10)
        let core = OneCore(try HistoryCore(store: store))
        let eraser = AccountEraser(access: access, store: store, clock: WallClock()) { change in
            try await core.change(change)
        }
        let erasure = try #require(try access.erasures().first)
        #expect(try await eraser.goOn(with: erasure) == .done)
        #expect(try access.erasures() == [])
        #expect(try found(data + names, beside: path) == [])
        #expect(try store.devices().map(\.id.owner.text) == ["kim"])
        // A second time there is nothing to do.
        #expect(try await eraser.goOn(with: erasure) == .done)
        #expect(try access.audit().count { $0.event == .accountErased } == 1)
    }

    @Test(arguments: Step.allCases)
    func `what has come since goes neither after a restart nor at the end`(step: Step) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("erasure-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let (path, now, topics) = (directory.path + "/history.sqlite", WallClock().now, Topics())
        let store = try Store(path: path, mode: .readWrite(create: true), durability: .off)
        let access = try AccessControl(path: directory.path + "/access.sqlite", rounds: 1 << 10)
        try accounts(access, at: now)
        var first = try HistoryCore(store: store)
        _ = try first.ingest(try messages(topics, at: now), at: now)
        _ = try first.setPhoto(PhotoRow(kind: .png, data: photo, updated: now), of: cello, at: now)
        _ = try access.beginErasure(of: sam, owner: sam, waits: true, at: now)
        if step != .asked { _ = try AccountEraser.remove(access.erasures(), from: &first, at: now) }
        if step == .cleaned { try store.compact() }

        // The next life begins with what is missing, before anything comes.
        var second = try HistoryCore(store: store)
        _ = try AccountEraser.remove(access.erasures(), from: &second, at: now.advanced(by: .seconds(1)))
        let later = now.advanced(by: .seconds(2))
        let fix = Fix(coordinate: place.offset(north: 900, east: 0), time: later, accuracy: 3)
        let since = Message(topic: topics.location(phone), payload: LocationMessage(fix: fix).encoded())
        _ = try second.ingest([since], at: later)
        try access.add(sam, isAdministrator: false, at: later)

        let core = OneCore(second)
        let eraser = AccountEraser(access: access, store: store, clock: WallClock()) { change in
            try await core.change(change)
        }
        let erasure = try #require(try access.erasures().first)
        for _ in 1...2 { #expect(try await eraser.goOn(with: erasure) == .trackers([cello])) }
        #expect(try found(data, beside: path) == [])
        try await core.ingest([Message(topic: topics.desired(cello), payload: [])])
        #expect(try await eraser.goOn(with: erasure) == .done)
        #expect(try store.devices(of: sam).map(\.id) == [phone])
        #expect(try store.fixCount(of: phone) == 1)
        #expect(try access.accounts().map(\.name).contains(sam))
        // Who goes on with what is over removes nothing.
        #expect(try await eraser.goOn(with: erasure) == .done)
        #expect(try store.fixCount(of: phone) == 1)
        #expect(try access.accounts().map(\.name).contains(sam))
    }

    private actor OneCore {
        private var core: HistoryCore

        init(_ core: HistoryCore) { self.core = core }

        func change(_ body: @Sendable (inout HistoryCore, Timestamp) throws -> [Message]) throws {
            _ = try body(&core, WallClock().now)
        }

        func ingest(_ messages: [Message]) throws { _ = try core.ingest(messages, at: WallClock().now) }
    }

    @Test func `a service goes on with an erasure that an earlier one had begun`() async throws {
        try await withConsole { console in
            let now = WallClock().now
            try accounts(console.access, at: now)
            try await console.ingest(try messages(console.topics, at: now))
            _ = try console.access.beginErasure(of: sam, owner: sam, waits: false, at: now)
            // As at the start.
            console.parts.erasures.open()
            while try !console.access.erasures().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try found(data + names, beside: console.store.path) == [])
        }
    }
}
