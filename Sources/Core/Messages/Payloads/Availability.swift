/// Whether somebody can be reached; a payload of plain text, without JSON.
public enum Availability: String, Hashable, Sendable, CaseIterable {
    case online, offline
}

extension Availability: Payload {
    public init(decoding payload: [UInt8]) throws(MessageError) {
        guard payload.count <= MessageError.largestPayload else { throw .size(payload.count) }
        guard let value = Self.allCases.first(where: { payload.elementsEqual($0.rawValue.utf8) }) else {
            let found = payload.isEmpty ? nil : JSONScanner.excerpt(payload, payload.indices)
            throw MessageError(.range, field: "payload", expected: "online or offline", found: found)
        }
        self = value
    }

    public func encoded() -> [UInt8] { Array(rawValue.utf8) }
}
