import HTTPTypes
import History
import Store
import Tracking
import Web

/// Where devices that only say where they are become items, and cease to be.
struct ItemAdder: Sendable {
    let parts: ConsoleParts

    /// Makes an item of a device, or gives such an item another name unless it is to be a new one.
    ///
    /// - Throws: ``Problem`` where it cannot be one, or is one already.
    func add(_ device: DeviceID, named name: ItemName, asNew isNew: Bool = false) async throws {
        let outcome = try await parts.history.carryOut(.addItem(device, named: name, asNew: isNew))
        guard outcome == .done else { throw Problem(of: outcome, device) }
    }

    /// Takes an item off, and keeps where it was; what others see of it ends.
    ///
    /// - Throws: ``Problem`` where there is no such item, or a tracker that has to be released.
    func takeOff(_ device: DeviceID) async throws {
        // What was shared lately is known to be of this item, and ends with it.
        parts.sweepShares()
        let added = try? parts.store.item(device)?.device.created
        let outcome = try await parts.history.carryOut(.takeOffItem(device))
        guard outcome == .done else { throw Problem(of: outcome, device) }
        if let added { parts.endSharing(of: device, added: added) }
    }
}

extension Problem {
    /// Why a device cannot be made an item, or taken off the items.
    fileprivate init(of outcome: HistoryErrand.Outcome, _ device: DeviceID) {
        switch outcome {
        case .unheard: self.init(.notFound, "\(ItemRefusal.unheard(device))")
        case .isPhone(let isConfigured):
            self.init(.conflict, "\(ItemRefusal.phone(device, isConfigured: isConfigured))")
        case .isTracker: self.init(.conflict, "\(ItemRefusal.tracker(device))")
        default: self.init(outcome, of: device)
        }
    }

    /// Nothing can be told to what only says where it is.
    static func uncontrollable(_ device: DeviceID) -> Problem {
        let refused = "it cannot be switched, rung, located or told how often to report"
        return Problem(.conflict, "\(device) only reports where it is: \(refused)")
    }
}
