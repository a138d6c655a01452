internal import Air

/// The least that a host stack can be: it answers each ATT request by "attribute not found".
struct ErrorResponder: LinkPeer {
    private var frame: [UInt8] = []

    mutating func connected(_ link: PeerLink, at time: AirTime) -> [LinkAction] {
        frame = []
        print("connected by \(link.controller) with \(link.parameters)")
        return []
    }

    mutating func received(_ fragment: ACLFragment, on link: LinkID, at time: AirTime) -> [LinkAction] {
        frame = fragment.isFirst ? fragment.bytes : frame + fragment.bytes
        guard frame.count >= 5, frame.count == 4 + Int(frame[0]) + Int(frame[1]) << 8 else { return [] }
        print("received", frame.map { String($0, radix: 16) }.joined(separator: " "))
        guard frame[2] == 4, frame[3] == 0, let answer = Self.answer(Array(frame[4...])) else { return [] }
        let bytes = [UInt8(answer.count), 0, 4, 0] + answer
        return [.send(ACLFragment(bytes: bytes, isFirst: true), on: link)]
    }

    mutating func disconnected(_ link: LinkID, reason: HCI.Status, at time: AirTime) -> [LinkAction] {
        print("disconnected with \(reason)")
        return [.resumeAdvertising]
    }

    private static func answer(_ request: [UInt8]) -> [UInt8]? {
        guard let opcode = request.first, opcode & 0x40 == 0, opcode & 1 == 0 else { return nil }
        if opcode == 0x02 { return [0x03, 23, 0] }
        let handle = request.count >= 3 ? Array(request[1...2]) : [0, 0]
        return [0x01, opcode] + handle + [0x0A]
    }
}
