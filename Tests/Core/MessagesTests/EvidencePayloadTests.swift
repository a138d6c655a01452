import Messages
import TestSupport
import Testing
import Tracking

/// What a level rests on, byte for byte.
struct EvidencePayloadTests {
    @Test func `evidence of positions and gateways reads back as it was`() throws {
        var evidence = EvidenceMessage(
            time: Sample.time,
            warning: .init(distance: 5, probability: 0.9987, odds: 900.5, needed: 18),
            critical: .init(distance: 10, probability: 0.75, odds: 3.25, needed: 180)
        )
        (evidence.distance, evidence.low, evidence.high) = (12.25, 8, 19.5)
        evidence.positions = .init(time: Sample.time, distance: 14, sigma: 3.5, gap: 2)
        var phone = EvidenceMessage.Gateway(name: try Name("phone"), standing: .carried, isBlind: false, counts: true)
        (phone.time, phone.strength, phone.samples, phone.expected) = (Sample.time, -82.5, 4, 5)
        (phone.heard, phone.linked) = (Sample.time, Sample.time)
        (phone.distance, phone.low, phone.high) = (11, 6, 20)
        var attic = EvidenceMessage.Gateway(name: try Name("attic"), standing: .unknown, isBlind: true, counts: false)
        (attic.time, attic.samples, attic.silentSince) = (Sample.time, 0, Sample.time)
        evidence.gateways = [phone, attic]
        let time = #""2026-05-01T09:00:00.250Z""#
        let expected = """
            {"_type":"evidence","time":\(time),"distance_m":12.25,"distance_low_m":8,"distance_high_m":19.5,\
            "warning":{"distance_m":5,"probability":0.9987,"odds":900.5,"odds_needed":18},\
            "critical":{"distance_m":10,"probability":0.75,"odds":3.25,"odds_needed":180},\
            "positions":{"time":\(time),"distance_m":14,"sigma_m":3.5,"gap_s":2},\
            "gateways":[{"gateway":"phone","standing":"carried","counts":true,"time":\(time),"rssi":-82.5,\
            "samples":4,"expected":5,"heard":\(time),"linked":\(time),"distance_m":11,"distance_low_m":6,\
            "distance_high_m":20},{"gateway":"attic","standing":"unknown","blind":true,"counts":false,\
            "time":\(time),"samples":0,"silent_since":\(time)}]}
            """
        #expect(text(evidence.encoded()) == expected)
        #expect(try EvidenceMessage(decoding: bytes(expected)) == evidence)
    }

    @Test(arguments: [
        #"{"_type":"evidence"}"#, #"{"_type":"evidence","time":"2026-05-01T09:00:00.250Z","warning":[]}"#,
        #"{"_type":"state"}"#,
    ]) func `what is no evidence is refused`(payload: String) {
        #expect(throws: MessageError.self) { try EvidenceMessage(decoding: bytes(payload)) }
    }
}
