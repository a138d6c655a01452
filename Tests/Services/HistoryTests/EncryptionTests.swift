import Foundation
import Messages
import Store
import StoreSupport
import TestSupport
import Testing
import Tracking

@testable import History

/// What phones encrypt with libsodium's secretbox.
struct EncryptionTests {
    /// A message as an app writes it.
    struct Vector: Sendable, CustomStringConvertible {
        let passphrase: String
        let text: String
        let data: String

        var description: String { passphrase }
        var message: [UInt8] { EncryptionTests.message(data) }
    }

    /// Made with PyNaCl, an independent user of libsodium: a passphrase shorter and one longer than a key, one with
    /// letters beyond ASCII, and one that is cut within a letter.
    static let vectors = [
        Vector(
            passphrase: "naftalin",
            text: #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1779999600,"tid":"ph","acc":12}"#,
            data: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX2gOaYUAHJwHu/EhzzuInYIGqA2YyE5hMx+zeOlmG5UYgFecyPJAg3q6FaGai"
                + "0pdAOeAQaLCZlT19cjBd5BAij5evw2dAs+wf/1x8p8VI7j4dUEs1vlsPVuTc1/Nm2A4z"
        ),
        Vector(
            passphrase: "this-passphrase-is-much-longer-than-32-bytes",
            text: #"{"_type":"location","lat":46.0569,"lon":14.5058,"tst":1779999660,"tid":"ph","poi":"Živjo"}"#,
            data: "ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp75JZuH+xN/kqJ4CLx4QfUxtD/8ZICLpx2Wkr08/KsrBqF/1cvDnTZiUYIfE79"
                + "9d6OTc5nLYVizHqhI0HrJhwxI+6AO1uKmPlZ2mU1mvFXYd3CBXUJGtt6l5qT9gLZblTSUJhQ/FupoigrzTc="
        ),
        Vector(
            passphrase: "ključ-ž",
            text: #"{"_type":"transition","event":"enter","desc":"home","lat":46,"lon":14,"tst":1779999720}"#,
            data: "////////////////////////////////vHrsqdnTES6mO84IogpKG3g5GQPB4hA2QogyCyEm/Fsf10KoY1zaUcczs8xX"
                + "bYuw2mPtl3Ppua3/eRlrBdloovq+yshGfowxtMkabqgAwh1NqFNEpx/tuGxM/RNzbR5cF6tHhhFfsg=="
        ),
        Vector(
            passphrase: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaž",
            text: #"{"_type":"lwt","tst":1779999780}"#,
            data: "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBf4UAQqC2wvVWp66L1QxB3f212V5Zdg87Z6ZBRHCzhqz9gmjtJfH4k1nUa9yi"
                + "xd2B"
        ),
    ]

    private static let phone = "sam/phone"
    private let sam: DeviceID

    init() throws { sam = DeviceID(owner: try Name("sam"), device: try Name("phone")) }

    private static func message(_ data: String) -> [UInt8] { Array(#"{"_type":"encrypted","data":"\#(data)"}"#.utf8) }

    private func keys(_ passphrase: String) -> PassphraseKeys {
        var keys = PassphraseKeys()
        keys.set(passphrase, of: sam.owner)
        return keys
    }

    private func opened(_ payload: [UInt8], _ keys: PassphraseKeys) -> String? {
        guard case .opened(let text, _) = keys.read(payload, of: sam) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    private func sentence(_ payload: [UInt8], _ keys: PassphraseKeys) -> String? {
        guard case .closed(let sentence) = keys.read(payload, of: sam) else { return nil }
        return sentence
    }

    @Test(arguments: vectors)
    func `what an app has encrypted is read`(vector: Vector) throws {
        #expect(opened(vector.message, keys(vector.passphrase)) == vector.text)
        // And sealed again, as the app would seal it.
        let nonce = Array(try #require(Data(base64Encoded: vector.data)).prefix(24))
        guard case .opened(let text, let key) = keys(vector.passphrase).read(vector.message, of: sam) else { return }
        #expect(key.message(sealing: text, nonce: nonce) == vector.message)
    }

    @Test func `a passphrase that is cut within a letter may have been cut before it`() throws {
        let half = String(repeating: "a", count: 31)
        let key = try #require(PassphraseKey.keys(of: half).first)
        let message = try #require(key.message(sealing: Array("{}".utf8), nonce: [UInt8](repeating: 1, count: 24)))
        #expect(opened(message, keys(half + "\u{17E}")) == "{}")
        #expect(PassphraseKey.keys(of: half + "\u{17E}").count == 2)
        #expect(PassphraseKey.keys(of: half + "z").count == 1)
    }

    @Test func `a device's own passphrase is stronger than its user's`() throws {
        var keys = keys("another")
        keys.set(Self.vectors[0].passphrase, of: sam)
        #expect(opened(Self.vectors[0].message, keys) == Self.vectors[0].text)
        keys.set("third", of: sam)
        keys.set(Self.vectors[0].passphrase, of: sam.owner)
        #expect(opened(Self.vectors[0].message, keys) == nil)
    }

    @Test func `whatever is changed of a message is noticed`() throws {
        let box = Array(try #require(Data(base64Encoded: Self.vectors[3].data)))
        for index in box.indices {
            var forged = box
            forged[index] ^= 1
            let payload = Self.message(Data(forged).base64EncodedString())
            #expect(sentence(payload, keys(Self.vectors[3].passphrase))?.contains("was changed on its way") == true)
        }
        for length in 0..<box.count {
            let payload = Self.message(Data(box.prefix(length)).base64EncodedString())
            let told = try #require(sentence(payload, keys(Self.vectors[3].passphrase)))
            #expect(told.hasPrefix(length < 40 ? "data: at least 40 bytes" : "data: what is encrypted"))
        }
    }

    @Test(arguments: [#""!!!!""#, "5", "null", #""""#, #""AAAA""#, "{}", #""AAAA AAAA""#])
    func `data that is none is said so`(data: String) {
        let payload = Array(#"{"data":\#(data),"_type":"encrypted"}"#.utf8)
        #expect(sentence(payload, keys("x"))?.hasPrefix("data: at least 40 bytes in Base64 are expected") == true)
    }

    @Test func `without a passphrase, or with a wrong one, the sentence says what to do`() {
        let payload = Self.vectors[0].message
        #expect(
            sentence(payload, PassphraseKeys())?.contains("owntracks-keys.yaml has no passphrase of sam/phone") == true)
        #expect(
            sentence(payload, keys("wrong"))?.contains("the passphrase of sam/phone in owntracks-keys.yaml") == true)
        // What only speaks of it is not encrypted.
        #expect(keys("x").read(Array(#"{"_type":"location","poi":"encrypted"}"#.utf8), of: sam) == .plain)
    }

    @Test func `a passphrase shows in no description`() throws {
        let keys = keys("hushhush")
        let key = try #require(PassphraseKey.keys(of: "hushhush").first)
        var dumped = ""
        dump(keys, to: &dumped)
        for text in ["\(keys)", String(reflecting: keys), dumped, "\(key)", String(reflecting: key)] {
            #expect(!text.contains("hush") && !text.contains("104, 117"))
        }
    }

    @Test func `over MQTT it is stored like any other, on each topic of the phone; what nobody can read is kept aside`()
        throws
    {
        let store = try Store.forTest()
        var configuration = HistoryConfiguration()
        configuration.passphrases = keys(Self.vectors[0].passphrase)
        var core = try HistoryCore(store: store, configuration: configuration)
        let now = Timestamp(milliseconds: 1_780_000_000_000)
        let topic = Topics().location(sam)
        let other = DeviceID(owner: try Name("ann"), device: sam.device)
        _ = try core.ingest(
            [
                Message(topic: topic, payload: Self.vectors[0].message),
                Message(topic: topic, payload: Self.vectors[1].message),
                Message(topic: Topics().location(other), payload: Self.vectors[0].message),
            ],
            at: now
        )
        let fix = try #require(try store.latest(of: sam, limit: 2).first)
        #expect(fix.fix.coordinate == (try Coordinate(latitude: 46.05, longitude: 14.5)))
        #expect(fix.fix.accuracy == 12)
        #expect(try store.fixCount(of: sam) == 1)
        #expect(try store.quarantine().map(\.reason) == ["encrypted", "encrypted"])
        #expect(try Set(store.quarantine().map(\.payload)) == [Self.vectors[0].message, Self.vectors[1].message])
    }

    @Test func `over HTTP it is stored, and published as it was encrypted`() throws {
        let store = try Store.forTest()
        var configuration = HistoryConfiguration()
        configuration.passphrases = keys(Self.vectors[0].passphrase)
        var core = try HistoryCore(store: store, configuration: configuration)
        let now = Timestamp(milliseconds: 1_780_000_000_000)
        let fence = core.connected(at: now)
        _ = try core.ingest(fence.filter { $0.topic == Topics().fence }, at: now)
        let payloads = [Self.vectors[0].message, Self.vectors[1].message]
        let (outcome, messages) = try core.post(payloads, from: sam, at: now)
        #expect((outcome.accepted, outcome.refused) == (1, 1))
        #expect(outcome.key != nil)
        #expect(messages.map(\.payload) == [Self.vectors[0].message])
        #expect(messages.map(\.topic) == ["owntracks/sam/phone"])
        #expect(try store.fixCount(of: sam) == 1)
        // The copy from the broker is known.
        _ = try core.ingest(messages, at: now)
        #expect(try store.pendingOutbox().isEmpty)
        #expect(try store.counters()[.duplicates] == nil)
    }
}
