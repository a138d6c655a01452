import ServerSupport
import SystemBus
import Testing

@Suite(.timeLimit(.minutes(30)))
struct ObjectTests {
    static let tag = "test.Tag"

    static func tag(_ path: ObjectPath, rssi: Int16 = -60) -> ExportedObject {
        let setter: ExportedProperty.Setter = { value, _ throws(BusFailure) in
            guard value.text != "bad" else { throw BusFailure(name: "test.Error.Bad", message: "bad name") }
        }
        let interface = ExportedInterface(
            name: tag,
            properties: [
                "RSSI": ExportedProperty(.int16(rssi)),
                "Alias": ExportedProperty("tag", setter: setter),
                "Quiet": ExportedProperty(.bool(false), isAnnounced: false),
            ],
            signals: ["Pressed": "u"]
        )
        return ExportedObject(path: path, interfaces: [interface])
    }

    static func properties(_ member: String, _ arguments: [BusValue], _ pair: Pair) async throws -> [BusValue] {
        try await pair.call(member, arguments, at: "/tag", interface: "org.freedesktop.DBus.Properties")
    }

    @Test func `properties can be read, one and all`() async throws {
        try await withPair { pair in
            let export = try await pair.server.export(Self.tag("/tag"))
            let one = try await Self.properties("Get", [.string(Self.tag), "RSSI"], pair)
            #expect(one == [.variant(.int16(-60))])
            let all = try await Self.properties("GetAll", [.string(Self.tag)], pair)
            #expect(all == [.properties(["RSSI": .int16(-60), "Alias": "tag", "Quiet": false])])
            await export.remove()
        }
    }

    @Test(
        arguments: [
            ("Get", ["test.Tag", "Size"], "org.freedesktop.DBus.Error.UnknownProperty"),
            ("Get", ["test.Other", "RSSI"], "org.freedesktop.DBus.Error.UnknownInterface"),
            ("GetAll", ["test.Other"], "org.freedesktop.DBus.Error.UnknownInterface"),
            ("Get", ["test.Tag"], "org.freedesktop.DBus.Error.InvalidArgs"),
            ("Set", ["test.Tag", "RSSI", .variant(.int16(1))], "org.freedesktop.DBus.Error.PropertyReadOnly"),
            ("Set", ["test.Tag", "Alias", .variant(.byte(1))], "org.freedesktop.DBus.Error.InvalidArgs"),
            ("Set", ["test.Tag", "Alias", .variant("bad")], "test.Error.Bad"),
        ] as [(String, [BusValue], String)]
    )
    func `what a property does not allow is refused`(
        member: String,
        arguments: [BusValue],
        failure: String
    ) async throws {
        try await withPair { pair in
            let export = try await pair.server.export(Self.tag("/tag"))
            let error = await #expect(throws: BusError.self) { try await Self.properties(member, arguments, pair) }
            #expect(error?.failureName == failure)
            await export.remove()
        }
    }

    @Test func `changes are kept and announced, those that differ`() async throws {
        try await withPair { pair in
            let export = try await pair.server.export(Self.tag("/tag"))
            let changes = try await pair.client.signals(BusMatch(path: "/tag", member: "PropertiesChanged"))
            try await export.update(Self.tag, ["RSSI": .int16(-60), "Quiet": true])
            try await export.update(Self.tag, ["RSSI": .int16(-70), "Alias": "tag"])
            _ = try await Self.properties("Set", [.string(Self.tag), "Alias", .variant("mine")], pair)
            let heard = await changes.first(2)
            #expect(heard.map { $0.arguments[1].entries } == [["RSSI": .int16(-70)], ["Alias": "mine"]])
            #expect(heard[0].arguments[0] == .string(Self.tag) && heard[0].arguments[2] == .strings([]))
            let all = try await Self.properties("GetAll", [.string(Self.tag)], pair)
            #expect(all[0].entries == ["RSSI": .int16(-70), "Alias": "mine", "Quiet": true])
            await #expect(throws: BusError.self) { try await export.update(Self.tag, ["RSSI": "text"]) }
            await #expect(throws: BusError.self) { try await export.update(Self.tag, ["Size": .byte(1)]) }
            await export.remove()
        }
    }

    @Test func `an object manager tells what comes, is there and goes`() async throws {
        try await withPair { pair in
            let root = try await pair.server.export(ExportedObject(path: "/", isObjectManager: true))
            let news = try await pair.client.signals(
                BusMatch(sender: pair.serverName, interface: "org.freedesktop.DBus.ObjectManager")
            )
            let first = try await pair.server.export(Self.tag("/tags/a"))
            let battery = ExportedInterface(name: "test.Battery", properties: ["Level": ExportedProperty(.byte(9))])
            let more = try await pair.server.export(ExportedObject(path: "/tags/a", interfaces: [battery]))
            let objects = try await pair.call(
                "GetManagedObjects",
                at: "/",
                interface: "org.freedesktop.DBus.ObjectManager"
            )
            let interfaces = objects[0].entries?["/tags/a"]?.entries
            #expect(objects[0].entries?.count == 1)
            #expect(interfaces?[Self.tag]?.entries?["RSSI"] == .int16(-60))
            #expect(interfaces?["test.Battery"]?.entries == ["Level": .byte(9)])
            await more.remove()
            await first.remove()
            await first.remove()
            let heard = await news.first(4)
            #expect(
                heard.map(\.member) == [
                    "InterfacesAdded", "InterfacesAdded", "InterfacesRemoved", "InterfacesRemoved",
                ]
            )
            #expect(heard.allSatisfy { $0.path == "/" && $0.arguments[0] == .path("/tags/a") })
            #expect(heard[1].arguments[1].entries?["test.Battery"]?.entries == ["Level": .byte(9)])
            #expect(heard.suffix(2).map { $0.arguments[1].texts } == [["test.Battery"], [Self.tag]])
            await root.remove()
        }
    }

    @Test func `an object goes with its token`() async throws {
        try await withPair { pair in
            let root = try await pair.server.export(ExportedObject(path: "/", isObjectManager: true))
            let news = try await pair.client.signals(BusMatch(member: "InterfacesRemoved"))
            var export: BusExport? = try await pair.server.export(Self.tag("/tag"))
            #expect(export?.path == "/tag")
            export = nil
            #expect(await news.first(1).first?.arguments == [.path("/tag"), .strings([Self.tag])])
            await root.remove()
        }
    }

    @Test func `an object describes itself and those below`() async throws {
        try await withPair { pair in
            let exports = [
                try await pair.server.export(Self.tag("/tag")),
                try await pair.server.export(echo("sa{sv}", at: "/tag")),
                try await pair.server.export(Self.tag("/tag/below/deep")),
            ]
            func describe(_ path: ObjectPath) async throws -> String {
                let interface = "org.freedesktop.DBus.Introspectable"
                return try await pair.call("Introspect", at: path, interface: interface)[0].text ?? ""
            }
            let text = try await describe("/tag")
            for line in [
                #"<interface name="org.freedesktop.DBus.Properties">"#,
                #"<interface name="test.Tag">"#,
                #"<property name="Alias" type="s" access="readwrite"/>"#,
                #"<property name="RSSI" type="n" access="read"/>"#,
                #"<annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>"#,
                #"<signal name="Pressed">"#,
                #"<arg type="a{sv}" direction="in"/>"#,
                #"<node name="below"/>"#,
            ] {
                #expect(text.contains(line), "\(line)")
            }
            #expect(!text.contains("deep") && !text.contains("ObjectManager"))
            #expect(try await describe("/").contains(#"<node name="tag"/>"#))
            for export in exports { await export.remove() }
        }
    }

    @Test func `what is there already, or has bad names, is not exported`() async throws {
        try await withPair { pair in
            let export = try await pair.server.export(Self.tag("/tag"))
            let bad = [
                Self.tag("/tag"),
                ExportedObject(path: "/a", interfaces: [ExportedInterface(name: "bad")]),
                ExportedObject(
                    path: "/a",
                    interfaces: [ExportedInterface(name: "a.b"), ExportedInterface(name: "a.b")]
                ),
                ExportedObject(path: "/a", interfaces: [ExportedInterface(name: "a.b", signals: ["C": "{"])]),
                ExportedObject(path: "/a", interfaces: [ExportedInterface(name: "a.b", signals: ["C D": "s"])]),
            ]
            for object in bad {
                await #expect(throws: BusError.self) { try await pair.server.export(object) }
            }
            await export.remove()
        }
    }

    @Test func `every object answers a ping`() async throws {
        try await withPair { pair in
            let answer = try await pair.call("Ping", at: "/", interface: "org.freedesktop.DBus.Peer")
            #expect(answer.isEmpty)
        }
    }
}
