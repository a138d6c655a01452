import Messages
import Store
import Tracking

extension Batch {
    /// Keeps who carries a phone, in place of what was said before; an empty message takes that back.
    mutating func keepCard(_ message: Message, of device: DeviceID) throws {
        if message.isEmpty { return try transaction.removeDocument(.card, of: device) }
        guard let card = try read(message, as: CardMessage.self) else { return }
        try save(card.encoded(), as: .card, of: device)
    }
}
