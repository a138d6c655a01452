import JSON
import Testing
import Tracking

@testable import OpenID

struct KeptKeysTests {
    private static let document = #"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"one","x":"\#(key)"}]}"#
    /// The public key of RFC 8037, appendix A.2.
    private static let key = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"

    @Test(arguments: [
        ("one", 0, true), ("one", 86_399, true), ("one", 86_400, false), ("one", -86_400, false),
        ("two", 59, true), ("two", 60, false), (nil, 59, true), (nil, 60, false),
    ])
    func `keys are asked for after a day, and for one that is not known at most once a minute`(
        named: String?, after seconds: Int64, areFresh: Bool
    ) throws {
        let asked = Timestamp(milliseconds: 1_767_000_000_000)
        let kept = KeptKeys(keys: SigningKeys(try JSONValue(Array(Self.document.utf8))), asked: asked)
        #expect(!kept.keys.isEmpty)
        #expect(kept.areFresh(for: named, at: asked.advanced(by: .seconds(seconds))) == areFresh)
    }
}
