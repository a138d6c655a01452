import Access
package import Messages
package import Store
package import Tracking

/// What a phone says of the person who carries it.
package struct PersonCard: Sendable {
    package let phone: DeviceID
    package let message: CardMessage
    let updated: Timestamp

    /// The card of a device; nil for none.
    package init?(of device: DeviceID, in store: Store) throws {
        guard let row = try store.document(.card, of: device), let card = try? CardMessage(decoding: row.payload) else {
            return nil
        }
        (phone, message, updated) = (device, card, row.updated)
    }

    /// The newest cards of an owner's devices that fit, and that the viewer may see.
    package static func newestFirst(
        of owner: Name, for sight: Sight, where fits: (DeviceRow) -> Bool
    ) throws -> [PersonCard] {
        try sight.parts.store.devices(of: owner)
            .filter { fits($0) && sight.viewer.may(.lastPosition, $0.id) }
            .compactMap { try PersonCard(of: $0.id, in: sight.parts.store) }
            .sorted { $0.updated > $1.updated }
    }
}

/// Who an item's owner is, as a phone says.
struct OwnerCardAnswer: Encodable {
    let name: String?
    /// Where the face is.
    let face: String?

    init?(_ cards: [PersonCard]) {
        name = cards.lazy.compactMap(\.message.name).first
        face = cards.first { FacePicture($0) != nil }.map { card in
            let (user, device) = (card.phone.owner.ownTracks, card.phone.device.ownTracks)
            let query = "user=\(user.percentEncoded)&device=\(device.percentEncoded)"
            return "/api/0/photo?\(query)&v=\(card.updated.milliseconds)"
        }
        if name == nil, face == nil { return nil }
    }
}
