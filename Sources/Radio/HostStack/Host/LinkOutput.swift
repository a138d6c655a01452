/// What the layers of one link have to say at one event, in order.
struct LinkOutput {
    private(set) var effects: [HostEffect] = []
    let fragmentLength: Int

    init(fragmentLength: Int) { self.fragmentLength = fragmentLength }

    mutating func send(_ payload: [UInt8], on channel: L2CAPChannel) {
        let frame = L2CAPFrame(channel: channel.rawValue, payload: payload)
        effects += frame.fragments(of: fragmentLength).map(HostEffect.send)
    }

    mutating func emit(_ effect: HostEffect) { effects.append(effect) }
}
