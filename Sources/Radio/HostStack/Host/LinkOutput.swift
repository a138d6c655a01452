/// What the layers of one link have to say at one event, in order.
struct LinkOutput {
    private(set) var effects: [LinkEffect] = []
    let fragmentLength: Int
    /// The latest question to the application, of any link.
    private(set) var lastRequest: UInt64

    init(fragmentLength: Int, lastRequest: UInt64 = 0) {
        (self.fragmentLength, self.lastRequest) = (fragmentLength, lastRequest)
    }

    mutating func send(_ payload: [UInt8], on channel: L2CAPChannel) {
        let frame = L2CAPFrame(channel: channel.rawValue, payload: payload)
        effects += frame.fragments(of: fragmentLength).map(LinkEffect.send)
    }

    mutating func emit(_ effect: LinkEffect) { effects.append(effect) }

    /// A number that no question of the tag's has had.
    mutating func nextRequest() -> RequestNumber {
        lastRequest += 1
        return RequestNumber(lastRequest)
    }
}
