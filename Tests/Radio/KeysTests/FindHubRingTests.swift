import Keys
import TestSupport
import Testing

/// Find Hub Network Accessory Specification 1.3, tables 1, 4 and 6; the codes made with Python's hmac.
struct FindHubRingTests {
    private let ring = FindHubRing(key: hex("5728705214326174"))
    private let challenge: [UInt8] = hex("01 0102030405060708")

    @Test func `a ring request has the code of its bytes after the challenge`() {
        // Data id, length of code and data; all components, 600 tenths of a second, usual volume.
        #expect(ring.request(rings: true, challenge: challenge) == hex("05 0c 284eea50b9e0878d ff 0258 00"))
        #expect(ring.request(rings: false, challenge: challenge) == hex("05 0c 58f5808162bb7b4b 00 0258 00"))
        #expect(ring.request(rings: true, challenge: [1, 2]) == nil)
    }

    @Test func `only what the tag itself tells of this request is believed`() {
        let started = hex("05 0c 3dc7ee8801016cc4 00 ff 0258")
        #expect(ring.state(in: started, challenge: challenge) == .started)
        #expect(ring.state(in: started, challenge: hex("01 0102030405060709")) == nil)
        var forged = started
        forged[10] = 1
        #expect(ring.state(in: forged, challenge: challenge) == nil)
        #expect(ring.state(in: [5, 0], challenge: challenge) == nil)
    }
}
