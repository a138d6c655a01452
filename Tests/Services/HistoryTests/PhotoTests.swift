import Foundation
import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// What Home Assistant is shown of the photos of items.
@Suite(.onBothEngines) struct PhotoTests {
    private let keys: DeviceID
    private let topics = Topics()
    private let store: Store

    init() throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        store = try Store.forTest()
    }

    private func core(homeAssistant: Bool = true) throws -> HistoryCore {
        var core = try HistoryCore(store: store, configuration: HistoryConfiguration(homeAssistant: homeAssistant))
        let availability = Message(topic: topics.availability(keys), payload: Availability.online.encoded())
        _ = try core.ingest([availability], at: now(1))
        return core
    }

    private func now(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    private func photo(_ kind: PhotoRow.Kind = .jpeg, _ data: [UInt8] = [1, 2, 3], at seconds: Double = 2) -> PhotoRow {
        PhotoRow(kind: kind, data: data, updated: now(seconds))
    }

    /// What the broker keeps of a photo that was set at that second; nil for one of a version that did not say when.
    private func kept(_ type: String, at seconds: Double?) throws -> Message {
        let photo = DiscoveryMessage.Photo(type: type, updated: now(seconds ?? 0))
        var message = DiscoveryMessage(device: keys, item: "keys", photo: photo, version: "0").message(topics)
        #expect(message.retained)
        let text = String(decoding: message.payload, as: UTF8.self)
        #expect(text.contains(#","updated_ms":"#))
        if seconds == nil { message.payload = Array(text.replacing(#","updated_ms":0"#, with: "").utf8) }
        return message
    }

    /// What was published of a photo, in order: the picture, and what its component says.
    private func told(_ messages: [Message]) throws -> [String] {
        try messages.compactMap { message in
            switch message.topic {
            case topics.photo(keys):
                #expect(message.retained)
                return message.payload.isEmpty ? "emptied" : "\(message.payload.count) bytes"
            case topics.homeAssistantConfig(keys):
                #expect(DiscoveryCheck.complaints(message.payload) == [])
                let document = try JSONSerialization.jsonObject(with: Data(message.payload)) as? [String: Any]
                let components = document?["components"] as? [String: [String: Any]]
                let photo = try #require(components?["photo"])
                return photo["content_type"] as? String ?? "\(photo.count) key"
            default: return nil
            }
        }
    }

    /// What is published once the broker has told what it keeps.
    private func start(_ core: inout HistoryCore, keeping kept: [Message] = []) throws -> [String] {
        let fence = try #require(core.connected(at: now(3)).first { $0.topic == topics.fence })
        #expect(try told(core.ingest(kept, at: now(3))) == [])
        return try told(core.ingest([fence], at: now(4)))
    }

    @Test func `a photo is told before what names it, and taken back behind that`() throws {
        var core = try core()
        #expect(try start(&core) == ["1 key"])
        let first = try core.setPhoto(photo(), of: keys, at: now(5))
        #expect(first.value)
        #expect(try told(first.messages) == ["3 bytes", "image/jpeg"])
        let again = try core.setPhoto(photo(.jpeg, [1, 2]), of: keys, at: now(6))
        #expect(try told(again.messages) == ["2 bytes"])
        let later = try core.setPhoto(photo(.jpeg, [1], at: 3), of: keys, at: now(6))
        #expect(try told(later.messages) == ["1 bytes", "image/jpeg"])
        let other = try core.setPhoto(photo(.png, [1, 2, 3, 4]), of: keys, at: now(7))
        #expect(try told(other.messages) == ["4 bytes", "image/png"])
        let none = try core.setPhoto(nil, of: keys, at: now(8))
        #expect(none.value)
        #expect(try told(none.messages) == ["1 key", "emptied"])
        let nothing = try core.setPhoto(nil, of: keys, at: now(9))
        #expect(!nothing.value)
        #expect(try told(nothing.messages) == [])
    }

    @Test func `one that fits into no packet of the broker is not told, and takes the one before it off`() throws {
        var core = try core()
        #expect(try start(&core) == ["1 key"])
        let fitting = [UInt8](repeating: 7, count: 250 * 1024)
        #expect(
            try told(core.setPhoto(photo(.jpeg, fitting), of: keys, at: now(5)).messages)
                == ["256000 bytes", "image/jpeg"]
        )
        let large = try core.setPhoto(photo(.jpeg, fitting + [7]), of: keys, at: now(6))
        #expect(large.value)
        #expect(try told(large.messages) == ["1 key", "emptied"])
        #expect(try start(&core) == ["1 key"])
    }

    @Test func `at a connection only that is told which the broker does not keep`() throws {
        var core = try core()
        _ = try core.setPhoto(photo(), of: keys, at: now(2))
        #expect(try start(&core) == ["3 bytes", "image/jpeg"])
        #expect(try start(&core, keeping: [kept("image/jpeg", at: 2)]) == ["image/jpeg"])
        // Home Assistant alone has begun anew: the broker keeps the picture for it.
        let birth = Message(topic: topics.homeAssistantStatus, payload: Array("online".utf8))
        #expect(try told(core.ingest([birth], at: now(5))) == ["image/jpeg"])
        #expect(try start(&core, keeping: [kept("image/png", at: 2)]) == ["3 bytes", "image/jpeg"])
    }

    @Test(arguments: [1.0, 3.0, nil] as [Double?])
    func `one of the same kind that was set at another time is told, and so is one of which nobody said when`(
        seconds: Double?
    ) throws {
        var core = try core()
        _ = try core.setPhoto(photo(), of: keys, at: now(2))
        let old = try kept("image/jpeg", at: seconds)
        #expect(try start(&core, keeping: [old]) == ["3 bytes", "image/jpeg"])
    }

    @Test(arguments: [2.0, nil] as [Double?])
    func `what the broker keeps of a photo that is gone is taken back`(seconds: Double?) throws {
        var core = try core()
        #expect(try start(&core, keeping: [kept("image/png", at: seconds)]) == ["1 key", "emptied"])
    }

    @Test func `a deleted item leaves no photo, and one of its name has none`() throws {
        var core = try core()
        _ = try start(&core)
        _ = try core.setPhoto(photo(), of: keys, at: now(5))
        let left = try core.delete(keys, at: now(6)).filter { $0.topic == topics.photo(keys) }
        #expect(left.map(\.payload) == [[]])
        let wish = Message(topic: topics.desired(keys), payload: DesiredState(version: 9).encoded(), retained: true)
        #expect(try told(core.ingest([wish], at: now(7))) == ["1 key"])
    }

    @Test func `without Home Assistant no photo is on the bus, nor stays there`() throws {
        var core = try core(homeAssistant: false)
        #expect(try core.setPhoto(photo(), of: keys, at: now(5)).value)
        #expect(try start(&core) == [])
        for photo in [nil, photo()] {
            #expect(try told(core.setPhoto(photo, of: keys, at: now(6)).messages) == ["emptied"])
        }
    }
}
