import Bluetooth
import Foundation
import Keys
import TestSupport
import Testing
import Tracking

/// Files as other programs write them.
struct KeyFileTests {
    private static let master = "1f2e3d4c5b6a79880f1e2d3c4b5a69788796a5b4c3d2e1f001122334"
    private static let zeros = String(repeating: "00", count: 28)
    private static let skn = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    private static let sks = "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"

    private func only(_ text: String) throws -> KeyFile.Tag {
        let file = try KeyFile(Array(text.utf8))
        #expect(file.tags.count == 1)
        return try #require(file.tags.first)
    }

    private func refusal(_ text: String) -> String? {
        do throws(KeyFile.Invalid) { _ = try KeyFile(Array(text.utf8)) } catch { return error.description }
        return nil
    }

    @Test func `an accessory of FindMy.py is read, with where it was observed`() throws {
        let tag = try only(
            """
            {"type": "accessory", "master_key": "\(Self.master)", "skn": "\(Self.skn)", "sks": "\(Self.sks)",
             "paired_at": "2024-06-27T17:28:25.500000+00:00", "name": "Keys", "model": null, "identifier": "A",
             "alignment_date": "2024-07-01T00:00:00+02:00", "alignment_index": 318}
            """
        )
        let pairedAt = try #require(Timestamp("2024-06-27T17:28:25.500Z"))
        let key = try #require(DerivationTests.findMyKey(pairedAt: pairedAt))
        guard case .findMy(let found) = tag.key else { throw CancellationError() }
        #expect(tag.name == "Keys" && found.masterPoint == key.masterPoint && found.pairedAt == key.pairedAt)
        #expect(found.alignment == KeyAlignment(counter: 318, time: try #require(Timestamp("2024-06-30T22:00:00Z"))))
        #expect(tag.key.identity == TagKey.findMy(key).identity)
    }

    /// The layout of Apple's `OwnedBeacons`, as `from_plist` of FindMy.py reads it.
    @Test(
        arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary],
        ["secondarySharedSecret", "secureLocationsSharedSecret"])
    func `a decrypted property list is read, whether in XML or binary`(
        format: PropertyListSerialization.PropertyListFormat, secondary: String
    ) throws {
        func data(_ bytes: [UInt8]) -> [String: Any] { ["key": ["data": Data(bytes)]] }
        let list: [String: Any] = [
            "privateKey": data([4] + [UInt8](repeating: 7, count: 56) + hex(Self.master)),
            "sharedSecret": data(hex(Self.skn)), secondary: data(hex(Self.sks)),
            "pairingDate": Date(timeIntervalSince1970: 1_719_509_305), "model": "AirTag1,1", "identifier": "X",
        ]
        let bytes = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        let tag = try #require(try KeyFile(Array(bytes)).tags.first)
        let key = try #require(DerivationTests.findMyKey(pairedAt: Timestamp(seconds: 1_719_509_305)))
        #expect(tag.name == "AirTag1,1" && tag.key == .findMy(key))
    }

    private static let secret = Data(hex(master)).base64EncodedString()
    private static let advertised = "V8J1+FVIiH6qkJaEepQJWolOfTSSQphA9+s7ng=="

    @Test func `OpenHaystack's keys are one tag, however they are written`() throws {
        let key = try #require(FixedKeys(secrets: [hex(Self.master)]))
        #expect(key.advertised == [Array(try #require(Data(base64Encoded: Self.advertised)))])
        let texts = [
            "Private key: \(Self.secret)\nAdvertisement key: \(Self.advertised)\nHashed adv key: x\n",
            "Advertisement key: \(Self.advertised)\n",
            #"{"type": "keypair", "private_key": "\#(Self.secret)", "key_type": 0, "name": null}"#,
            #"{"type": "custom_rolling_key_accessory", "private_keys": ["\#(Self.master)"], "name": null}"#,
            #"[{"id": 1, "name": null, "privateKey": "\#(Self.secret)", "additionalKeys": [], "isActive": true}]"#,
            #"{"advertisementKey": "\#(Self.advertised)"}"#,
        ]
        for text in texts { #expect(try only(text).key == .fixed(key), "\(text)") }
    }

    /// A binary property list of 40 arrays, each of twice the next one: 406 bytes, and 10^12 values.
    @Test func `a property list that names its values many times over is refused`() throws {
        var list = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for next in 1...40 {
            offsets.append(UInt8(list.count))
            list += [0xA2, UInt8(next), UInt8(next)]
        }
        offsets.append(UInt8(list.count))
        list.append(0xA0)
        let table = UInt8(list.count)
        list += offsets + Self.trailer(objects: 41, table: table)
        #expect(throws: KeyFile.Invalid.self) { try KeyFile(list) }
    }

    @Test(arguments: [Double.infinity, 1e300, -1e300, .nan])
    func `a moment in a property list that no clock shows is none`(seconds: Double) throws {
        let date = (0..<8).reversed().map { UInt8(truncatingIfNeeded: seconds.bitPattern >> (8 * UInt64($0))) }
        let list = Array("bplist00".utf8) + [0x33] + date + [8] + Self.trailer(objects: 1, table: 17)
        #expect(throws: KeyFile.Invalid.self) { try KeyFile(list) }
    }

    private static func trailer(objects: UInt8, table: UInt8) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: 7)
        return [0, 0, 0, 0, 0, 0, 1, 1] + zeros + [objects] + zeros + [0] + zeros + [table]
    }

    @Test func `a list of devices has several tags, by their names`() throws {
        let file = try KeyFile(
            Array(
                """
                [{"id": 1, "name": "Bag", "privateKey": "\(Self.secret)"},
                 {"id": 2, "name": "Bicycle", "privateKey": "\(Self.secret)", "additionalKeys": ["\(Self.advertised)"]}]
                """.utf8
            )
        )
        #expect(file.tags.map(\.name) == ["Bag", "Bicycle"])
    }

    @Test(arguments: ["eik", "identity_key", "identityKey"])
    func `an identity key of Find Hub is told by its size or its name`(name: String) throws {
        let key = try #require(FindHubKey(identityKey: hex(Self.skn)))
        #expect(try only("\(Self.skn)\n").key == .findHub(key))
        #expect(try only(Data(hex(Self.skn)).base64EncodedString()).key == .findHub(key))
        let dated = try only(#"{"\#(name)": "\#(Self.skn)", "pair_date": 1700000000}"#)
        #expect(
            dated.key
                == FindHubKey(identityKey: hex(Self.skn), pairedAt: Timestamp(seconds: 1_700_000_000)).map {
                    .findHub($0)
                }
        )
        #expect(dated.key.identity == TagKey.findHub(key).identity)
    }

    @Test func `an identity resolving key is read alone, in JSON, and from bluetoothd's information`() throws {
        let key = try #require(ResolvingKey(Array(1...16)))
        let text = "0102030405060708090A0B0C0D0E0F10"
        for file in [
            text, "0x" + text, #"{"irk": "\#(text)"}"#,
            "[General]\nName=Phone\n\n[IdentityResolvingKey]\nKey=\(text)\n\n[LongTermKey]\nKey=00\n",
        ] {
            #expect(try only(file).key == .resolving(key))
        }
    }

    @Test(
        arguments: [
            ("", "it has no keys that are known"),
            ("hello", "it has no keys that are known"),
            ("00112233", "it has no keys that are known"),
            ("{", "line 1: it is no valid JSON"),
            ("<plist>", "it is no valid property list"),
            ("{}", "it has no keys that are known"),
            (#"{"skn": "00"}"#, "master_key: expected 28 bytes"),
            (#"{"eik": "00"}"#, "eik: expected 32 bytes"),
            (#"{"eik": "\#(skn)", "pair_date": "soon"}"#, "pair_date: expected a time"),
            (#"[{"privateKey": "AAAA"}]"#, "tag 1 of the list: privateKey: expected 28 bytes"),
            (#"{"master_key": "\#(master)", "skn": "\#(skn)", "sks": "\#(sks)"}"#, "paired_at: expected the time"),
            (
                #"{"master_key": "\#(master)", "skn": "\#(skn)", "sks": "\#(sks)", "paired_at": "0001-01-01T00:00:00Z"}"#,
                "paired_at: expected the time of pairing, from 2015 on"
            ),
            ("Private key: 12\n", "private key: expected 28 bytes"), (master, "expected 'Private key:' or"),
            ("\u{1B}[31mevil private key: zzz\n", "private key: expected 28 bytes"),
            (#"{"advertisement_key": "\#(zeros)"}"#, "advertisement_key: expected other bytes than 0"),
            ("Advertisement key: \(zeros)\n", "advertisement key: expected other bytes than 0"),
            ("[IdentityResolvingKey]\nKey=1\n", "IdentityResolvingKey: expected Key="),
        ]
    )
    func `what has no key is refused in one sentence that has nothing of it`(text: String, expected: String) throws {
        let sentence = try #require(refusal(text))
        #expect(sentence.hasPrefix(expected))
        #expect(!sentence.contains(Self.skn) && !sentence.contains(Self.master))
    }
}
