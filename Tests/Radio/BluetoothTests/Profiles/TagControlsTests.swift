import Bluetooth
import Testing
import Tracking

struct TagControlsTests {
    @Test(
        arguments: [
            (["FD44": "4F860003-943B-49EF-BED4-2F730304427A"], [1, 0, 3]),
            (["7DFC9000-7D1C-4951-86AA-8D9728F8D66C": "7DFC9001-7D1C-4951-86AA-8D9728F8D66C"], [0xAF]),
            (
                [
                    "15190001-12F4-C226-88ED-2AC5579F2A85": "8E0C0001-1D68-FB92-BF61-48377421680E",
                    "FD44": "4F860003-943B-49EF-BED4-2F730304427A",
                ], [0, 3]
            ),
            (["180F": "2A19"], nil),
            // The right characteristic in another service.
            (["180F": "4F860003-943B-49EF-BED4-2F730304427A"], nil),
        ] as [([String: String], [UInt8]?)]
    )
    func `a tag is rung in the first way for which it has the characteristic`(
        services: [String: String],
        start: [UInt8]?
    ) throws {
        let controls = try #require(try shippedLibrary()[Name("find-my")]).controls
        #expect(StillPeer(services).ring(of: controls)?.start.value == start)
    }

    @Test func `a characteristic without a service is found in whichever has it`() throws {
        let controls = try #require(try shippedLibrary()[Name("chipolo")]).controls
        let peer = StillPeer(["FFF0": "FFF4"])
        #expect(peer.ring(of: controls)?.start.value == [1])
        let found = try #require(controls.rings.first.flatMap { peer.characteristic($0.start.characteristic) })
        #expect(found.service == BluetoothUUID(0xFFF0))
    }
}

/// A connected tag that has services and does nothing.
private struct StillPeer: Peer {
    let tag = BluetoothAddress(bits: 1)
    let services: [PeerService]
    let isBonded = false

    /// One characteristic a service.
    init(_ services: [String: String]) {
        self.services = services.map { service, characteristic in
            let (service, uuid) = (BluetoothUUID.written(service), BluetoothUUID.written(characteristic))
            let only = PeerCharacteristic(service: service, uuid: uuid, properties: .write, handle: "1")
            return PeerService(uuid: service, characteristics: [only])
        }
    }

    func read(_ characteristic: PeerCharacteristic) async throws(RadioError) -> [UInt8] { [] }
    func write(_ value: [UInt8], to characteristic: PeerCharacteristic, confirmed: Bool) async throws(RadioError) {}
    func values(of characteristic: PeerCharacteristic) async throws(RadioError) -> AsyncStream<[UInt8]> {
        AsyncStream { $0.finish() }
    }
    func disconnect() async {}
}
