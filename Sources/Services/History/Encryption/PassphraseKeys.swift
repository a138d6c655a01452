internal import JSON
import Messages
internal import Sodium
public import Tracking

/// What the phones encrypt with whose messages are to be read.
public struct PassphraseKeys: Hashable, Sendable {
    private var ofOwners: [Name: [PassphraseKey]] = [:]
    private var ofDevices: [DeviceID: [PassphraseKey]] = [:]

    public init() {}

    /// The file that has them.
    public static let file = "owntracks-keys.yaml"

    /// A key of all of an owner's devices that have none of their own.
    public mutating func set(_ passphrase: String, of owner: Name) {
        ofOwners[owner] = PassphraseKey.keys(of: passphrase)
    }
    public mutating func set(_ passphrase: String, of device: DeviceID) {
        ofDevices[device] = PassphraseKey.keys(of: passphrase)
    }

    /// What is made of a message.
    enum Reading: Hashable {
        /// It is not encrypted.
        case plain
        case opened([UInt8], PassphraseKey)
        /// Nobody here can read it, with a sentence that says why.
        case closed(String)
    }

    /// Reads a message of a device.
    func read(_ payload: [UInt8], of device: DeviceID) -> Reading {
        guard Self.mayBeEncrypted(payload), (try? OwnTracksEnvelope(decoding: payload))?.type == "encrypted"
        else { return .plain }
        guard let keys = ofDevices[device] ?? ofOwners[device.owner] else {
            return .closed(
                "payload: a readable message is expected, found an encrypted one, and "
                    + "\(Self.file) has no passphrase of \(device.ownTracks): put it there (docs/owntracks.md), or switch "
                    + "encryption off in the app"
            )
        }
        guard let data = Self.data(payload), let box = EncryptedMessage.box(data), box.count >= Self.shortest else {
            return .closed("data: at least \(Self.shortest) bytes in Base64 are expected, found none or fewer")
        }
        for key in keys { if let text = key.open(box) { return .opened(text, key) } }
        return .closed(
            "data: what is encrypted with the passphrase of \(device.ownTracks) in \(Self.file) is expected, found what "
                + "is encrypted with another one, or was changed on its way"
        )
    }

    /// What a message of a device is encrypted with; nil for one that is not, or that nobody here can read.
    public func key(of payload: [UInt8], from device: DeviceID) -> PassphraseKey? {
        if case .opened(_, let key) = read(payload, of: device) { key } else { nil }
    }

    private static let shortest = SecretBox.nonceLength + SecretBox.tagLength
    private static let word = Array("encrypted".utf8)

    private static func data(_ payload: [UInt8]) -> String? {
        guard case .text(let data)? = (try? JSONValue(payload))?["data"] else { return nil }
        return data
    }

    /// Whether a message needs a second look, as few do.
    static func mayBeEncrypted(_ payload: [UInt8]) -> Bool {
        guard payload.count <= MessageError.largestPayload, payload.count > word.count else { return false }
        let (bytes, sign) = (payload.span, word[rare])
        var index = rare
        while index < bytes.count {
            if bytes[index] == sign, isWord(at: index - rare, of: bytes) { return true }
            index += 1
        }
        return false
    }

    private static func isWord(at start: Int, of bytes: Span<UInt8>) -> Bool {
        start + word.count <= bytes.count && word.indices.allSatisfy { bytes[start + $0] == word[$0] }
    }

    /// The place in the word of a letter that is rare in positions.
    private static let rare = 4
}
