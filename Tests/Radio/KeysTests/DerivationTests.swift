import Bluetooth
import Cryptography
import Keys
import TestSupport
import Testing
import Tracking

/// The derivations against what public implementations give.
struct DerivationTests {
    static func findMyKey(pairedAt: Timestamp = Timestamp(seconds: 0)) -> FindMyKey? {
        FindMyKey(
            masterKey: hex("1f2e3d4c5b6a79880f1e2d3c4b5a69788796a5b4c3d2e1f001122334"),
            primarySecret: Array(0..<32),
            secondarySecret: Array(32..<64),
            pairedAt: pairedAt
        )
    }

    /// Made with `derive_ps_key` and `x963_kdf` of FindMy.py (github.com/malmeloo/FindMy.py, e065615), whose own tests
    /// have no vectors.
    @Test(
        arguments: [
            (0, "45ed006ba66c2b62780e1e2757e55a64a43da0baf2d48eb14343d875"),
            (1, "18dc98a9693c283edb2972661abebc9a908c78a524d8bb95d9627ea9"),
            (2, "43f8402d300c334f81f1cdeb9c3a36506785fe169e8c94eec46bb09b"),
            (95, "56b0ac330e8b2fdcc510de994ae31aa5edda39fd924f96e9bbd931eb"),
            (96, "6d147d51a411c6f2454a38e5bf173af9732099bec7fec146380838f9"),
            (1000, "960ec43126cb6a201baf3066ca22bd616ef9f84c56ff557778b6da47"),
        ]
    )
    func `primary keys are those of FindMy.py`(counter: Int, expected: String) throws {
        var advertiser = FindMyAdvertiser(try #require(Self.findMyKey()))
        #expect(advertiser.primary(at: counter) == hex(expected))
    }

    @Test(
        arguments: [
            (0, "3266b3a30b108dd9b1897c7305de8bac950acc929976ec558df86367"),
            (1, "5f51b9c08a8980cb144f892f79446958a54dc93477a0bfa3313bf2e0"),
            (96, "b79babf8d348fd962e240d2cd771d81eb968b7f97917552137cb965b"),
            (1000, "840cbaeca5aa6ceb3bb1ec1d384e76bcf03bbafe68894f229a3ab7b8"),
        ]
    )
    func `secondary keys are those of FindMy.py`(counter: Int, expected: String) throws {
        var advertiser = FindMyAdvertiser(try #require(Self.findMyKey()))
        #expect(advertiser.secondary(at: counter) == hex(expected))
    }

    /// Made with `generate_eid` and `calculate_r` of GoogleFindMyTools (github.com/leonboe1/GoogleFindMyTools, 867214f)
    /// for the identity key 00 01 … 1F; the mask is the last byte of SHA-256 of r in 20 bytes, as specified.
    @Test(
        arguments: [
            (0, "e6cec9ca5505f86e82781bcbe75984acb3ce5e03", 0x96),
            (1, "3a19ac7db9a3a9140c0faceae210ec57a127fb31", 0x70),
            (86_400 / 1024, "3b4841722caf06618bd874baa074d4854fe23f15", 0xE4),
            (1_700_000_000 / 1024, "6f3bcc7d38665e6cadf7ca48e9ce6d3ea3942d83", 0x94),
            (0xFFFF_FFFF / 1024, "d0875fc34ce1d99baf8e3d4ae56c043641a8c667", 0x42),
        ]
    )
    func `identifiers of 20 bytes are those of GoogleFindMyTools`(counter: Int, expected: String, mask: UInt8) {
        let found = FindHubKey(identityKey: Array(0..<32))?.ephemeral(at: counter)
        #expect(found?.identifier == hex(expected) && found?.mask == mask)
    }

    /// The same computation with python-ecdsa's NIST256p.
    @Test(
        arguments: [
            (0, "dea9f1d6a0809711fff101e92b8a2228335050c5b048598e2f7cfd0f0483ba73", 0x78),
            (1, "8f119ff8403f62d8274a06cfe42b1c9ef477c5a0779b28e7b84c6e7358fff0eb", 0xDE),
            (84, "15840924df1ed33e6a6d660ebcd035531f6dd191294a2d7668d12bc3dfa93ebe", 0x6E),
        ]
    )
    func `identifiers of 32 bytes are on P-256`(counter: Int, expected: String, mask: UInt8) {
        let found = FindHubKey(identityKey: Array(0..<32))?.ephemeral(at: counter, on: .secp256r1)
        #expect(found?.identifier == hex(expected) && found?.mask == mask)
    }

    /// Made with `calculate_truncated_sha256` of GoogleFindMyTools.
    @Test func `the ring key is that of GoogleFindMyTools`() {
        #expect(FindHubKey(identityKey: Array(0..<32))?.ringKey == hex("5728705214326174"))
    }

    /// Core Specification 5.4, volume 3, part H, appendix D.7: key, prand 708194, hash 0DFBAA.
    @Test(arguments: [false, true])
    func `the private address of the specification's sample data is resolved, whichever byte is written first`(
        isReversed: Bool
    ) throws {
        let bytes = hex("ec0234a357c8ad05341010a60a397d9b")
        let key = try #require(ResolvingKey(isReversed ? bytes.reversed() : bytes))
        #expect(key.resolves(try #require(BluetoothAddress("70:81:94:0D:FB:AA"))))
        #expect(!key.resolves(try #require(BluetoothAddress("70:81:94:0D:FB:AB"))))
        #expect(!key.resolves(try #require(BluetoothAddress("F0:81:94:0D:FB:AA"))))
    }

    @Test func `parts of the wrong size make no key, and a key is not written`() throws {
        let key = try #require(Self.findMyKey())
        #expect(
            FindMyKey(masterKey: [1], primarySecret: key.primarySecret, secondarySecret: [], pairedAt: key.pairedAt)
                == nil
        )
        #expect(FindHubKey(identityKey: Array(0..<31)) == nil)
        #expect(ResolvingKey([UInt8](repeating: 0, count: 16)) == nil)
        #expect(FixedKeys(secrets: [[UInt8](repeating: 0xFF, count: 28)]) == nil)
        var text = ""
        dump(TagKey.findMy(key), to: &text)
        #expect("\(TagKey.findMy(key))" == "a key (findmy)" && !text.contains("31"))
    }

    @Test func `identities differ from key to key and network to network`() throws {
        let keys: [TagKey] = [
            .findMy(try #require(Self.findMyKey())),
            .findHub(try #require(FindHubKey(identityKey: Array(0..<32)))),
            .findHub(try #require(FindHubKey(identityKey: Array(1..<33)))),
            .resolving(try #require(ResolvingKey(Array(1...16)))),
        ]
        #expect(Set(keys.map(\.identity)).count == keys.count)
    }
}
