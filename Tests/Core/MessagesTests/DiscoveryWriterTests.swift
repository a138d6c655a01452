import Testing
import Tracking

@testable import Messages

/// Discovery messages that are written from a form say what one by itself does.
struct DiscoveryWriterTests {
    private static let kinds: [DiscoveryMessage] = {
        guard let owner = try? Name("sam"), let device = try? Name("keys") else { return [] }
        let plain = DiscoveryMessage(device: DeviceID(owner: owner, device: device), item: "Keys", version: "1")
        let photo = DiscoveryMessage.Photo(type: "image/jpeg", updated: Timestamp(seconds: 1))
        func with(_ change: (inout DiscoveryMessage) -> Void) -> DiscoveryMessage {
            var message = plain
            change(&message)
            return message
        }
        return [
            plain, with { $0.hasButton = true }, with { $0.isControllable = false }, with { $0.hasRoom = true },
            with { ($0.model, $0.firmware) = ("T1 \"new\"", "1.2.0") }, with { $0.photo = photo },
            with { $0.link = "https://example.org/tagalong/items/sam/keys" },
            with { $0.link = "https://example.org/elsewhere" },
        ]
    }()

    @Test(arguments: kinds) func `each of many devices is told as if it were the only one`(
        kind: DiscoveryMessage
    ) throws {
        var writer = DiscoveryWriter(Topics(own: "x/y"))
        for (name, item) in [("keys", "Keys"), ("a_b", "Bag \"\\ \u{7}"), ("any-device", "any item"), ("k", "é👩‍👩‍👧")] {
            var message = kind
            message.device = DeviceID(owner: try Name("o-\(name)"), device: try Name(name))
            message.item = item
            if kind.link?.hasSuffix("sam/keys") == true { message.link = "https://example.org/items/\(message.device)" }
            #expect(writer.message(message) == message.message(Topics(own: "x/y")))
        }
    }

    /// The blanks of a form are no secret.
    @Test func `a text that looks like a blank is told as it is`() throws {
        var writer = DiscoveryWriter(Topics())
        let message = try #require(Self.kinds.first)
        let blank = try #require(DiscoveryForm.kind(of: message))
        for name in ["keys", "bag", "bike"] {
            var odd = message
            odd.device = DeviceID(owner: try Name("sam"), device: try Name(name))
            odd.model = "\(blank.device) and \(blank.item)"
            #expect(writer.message(odd) == odd.message(Topics()))
        }
    }

    @Test func `more kinds than are kept are told all the same`() throws {
        var writer = DiscoveryWriter(Topics())
        for number in 0..<200 {
            var message = try #require(Self.kinds.first)
            message.firmware = "1.\(number % 100)"
            #expect(writer.message(message) == message.message(Topics()))
        }
    }
}
