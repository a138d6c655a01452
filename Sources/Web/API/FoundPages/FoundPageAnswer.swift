import Access
import HTTPTypes
import Hummingbird
import Store
import Tracking
import Web

/// A found page as its maker is told of it.
struct FoundPageAnswer: Encodable {
    let owner, tracker, item: String
    /// In groups, as it stands on a label.
    let code: String
    /// Where the page is, for a browser and for its QR code.
    let address: String
    let message: String?
    let photo: Bool
    let section: String?
    let created, codeCreated: String
    /// How many messages of finders are kept.
    let messages: Int

    init(_ page: FoundPage, of row: ItemRow, at address: String) {
        (owner, tracker) = (page.item.owner.text, page.item.device.text)
        item = row.device.name
        (code, self.address) = (page.code.description, address + page.code.path)
        message = page.look.message.isEmpty ? nil : page.look.message
        (photo, section) = (page.look.showsPhoto, page.look.section?.rawValue)
        (created, codeCreated, messages) = (page.created.description, page.codeCreated.description, page.messages)
    }
}

/// What of a found page a change can touch, and which page it is; its tag goes by it.
struct FoundPageBasis: Encodable {
    let page, message: String
    let photo: Bool
    let section: String?

    init(_ page: FoundPage) {
        (self.page, message) = (page.id, page.look.message)
        (photo, section) = (page.look.showsPhoto, page.look.section?.rawValue)
    }

    /// Whether a change is of the page as it is: without `If-Match` it always is.
    static func isWanted(_ page: FoundPage?, by request: Request) -> Bool {
        guard request.headers[.ifMatch] != nil else { return true }
        guard let page else { return false }
        do {
            try EntityTag(of: [], settings: Answer.bytes(of: FoundPageBasis(page))).check(request)
            return true
        } catch { return false }
    }
}

/// What a finder has left, as it is answered.
struct FinderMessageAnswer: Encodable {
    let id: Int64
    let time, text: String
    let contact: String?
    let position: Place?

    /// Where the finder was.
    struct Place: Encodable {
        let lat, lon: Double
        let accuracyM: Int
    }

    init(_ message: FinderMessage) {
        (id, time, text) = (message.id, message.time.description, message.content.text)
        contact = message.content.contact.isEmpty ? nil : message.content.contact
        position = message.content.position.map {
            Place(lat: $0.coordinate.latitude, lon: $0.coordinate.longitude, accuracyM: $0.accuracy)
        }
    }
}

/// What whoever has the code of a found page is told, and nothing else of the item.
struct FoundAnswer: Encodable {
    let item: String
    let message: String?
    /// Where its picture is.
    let picture: String?
    let name: String?
    let entries: [Entry]?

    /// A way to reach who made the page.
    struct Entry: Encodable {
        let kind, value: String
        let label, link: String?
    }

    init(_ view: FoundPageView, of row: ItemRow, hasPhoto: Bool) {
        item = row.device.name
        message = view.page.look.message.isEmpty ? nil : view.page.look.message
        picture = hasPhoto ? "/api/v1\(view.page.code.path)/picture" : nil
        name = view.name
        entries =
            view.entries.isEmpty
            ? nil
            : view.entries.map { entry in
                Entry(
                    kind: entry.kind.rawValue,
                    value: entry.value,
                    label: entry.label.isEmpty ? nil : entry.label,
                    link: entry.link
                )
            }
    }
}

extension DeviceRow {
    /// What it is called.
    fileprivate var name: String { item?.text ?? id.device.text }
}
