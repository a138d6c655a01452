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
        let store = parts.store
        do {
            try await parts.history.perform { core, now in
                // Here, as nobody else adds one meanwhile.
                if isNew, try store.item(device) != nil {
                    throw Problem(.preconditionFailed, "\(device) is an item already")
                }
                return ((), try core.addItem(device, named: name, at: now))
            }
        } catch let refusal as ItemRefusal { throw Problem(refusal) }
    }

    /// Takes an item off, and keeps where it was.
    ///
    /// - Throws: ``Problem`` where there is no such item, or a tracker that has to be released.
    func takeOff(_ device: DeviceID) async throws {
        do {
            try await parts.history.perform { core, now in ((), try core.takeOffItem(device, at: now)) }
        } catch let refusal as ItemRefusal {
            throw Problem(refusal)
        } catch is UnknownItem { throw ItemShelf.noItem(device) }
    }
}

extension Problem {
    /// Why a device cannot be made an item, or taken off the items.
    fileprivate init(_ refusal: ItemRefusal) {
        switch refusal {
        case .unheard: self.init(.notFound, "\(refusal)")
        case .phone, .tracker: self.init(.conflict, "\(refusal)")
        }
    }

    /// Nothing can be told to what only says where it is.
    static func uncontrollable(_ device: DeviceID) -> Problem {
        let refused = "it cannot be switched, rung, located or told how often to report"
        return Problem(.conflict, "\(device) only reports where it is: \(refused)")
    }
}
