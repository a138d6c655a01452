internal import Foundation
internal import JSON
internal import Tracking

/// A message for one device, as the REST interface takes it.
struct HologramMessage {
    private let document: JSONValue

    /// The longest payload, in bytes.
    static let longest = 10_000

    /// - Throws: ``CloudFailure/refused(_:)`` for a payload that is longer than Hologram takes.
    init(_ payload: [UInt8], to device: String, over cloud: HologramCloud) throws(CloudFailure) {
        guard payload.count <= Self.longest, let number = Int64(device) else {
            throw .refused("Hologram takes at most \(Self.longest) bytes, the message has \(payload.count)")
        }
        document = .object([
            "orgid": cloud.organization.map { .whole(Int64($0)) },
            "deviceids": .list([.whole(number)]),
            "protocol": .text(cloud.transport.rawValue.uppercased()),
            "port": .whole(Int64(cloud.port)),
            "base64data": .text(Data(payload).base64EncodedString()),
            "encrypted": cloud.isEncrypted.map { .flag($0) },
        ])
    }

    func encoded() -> [UInt8] { document.encoded() }
}
