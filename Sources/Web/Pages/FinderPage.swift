import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Tracking
import Web

/// The page of a found item's code: nobody keeps it, finds it by searching, or learns of its address.
///
/// What it says stands in it, so that it is read without JavaScript, too; a message is left with it.
package struct FinderPage: Sendable {
    /// What the page of a code says: the item, a message for the finder, and all of it as JSON.
    package typealias Sheet = (item: String, message: String, json: [UInt8])

    private let page: EmbeddedPage?
    private let headers: HTTPFields

    /// The page, with what it may do in a browser.
    init(policy: HTTPFields) {
        page = EmbeddedPages.files.first { $0.path == "found.html" }
        var headers = policy
        headers[.referrerPolicy] = "no-referrer"
        headers[.robotsTag] = "noindex, nofollow"
        headers[.cacheControl] = "no-store"
        // A finder may tell where they are, and is asked for it by their browser.
        if let name = HTTPField.Name("Permissions-Policy") {
            headers[name] = "camera=(), geolocation=(self), microphone=(), payment=()"
        }
        self.headers = headers
    }

    /// The page of a code, which says by its status, too, that the code leads nowhere or that too many were tried.
    func response(_ sheet: () throws -> Sheet) throws -> Response {
        guard let page else { throw Problem(.notFound, "there is no such page") }
        do {
            let sheet = try sheet()
            return response(page, Self.main(sheet) + Self.data(sheet.json), .ok)
        } catch let problem as Problem where problem.status == .notFound || problem.status == .tooManyRequests {
            let told = problem.status == .tooManyRequests ? #"{"wait":true}"# : "{}"
            var answer = response(page, Self.data(Array(told.utf8)), problem.status)
            answer.headers[.retryAfter] = problem.headers[.retryAfter]
            return answer
        }
    }

    private func response(_ page: EmbeddedPage, _ content: String, _ status: HTTPResponse.Status) -> Response {
        let text = String(buffer: page.content).replacing(Self.mark, with: content)
        return Answer.content(ByteBuffer(string: text), page.contentType, status: status, headers: headers)
    }

    /// Where in the file what it says is put.
    private static let mark = "<!--found-->"

    /// What is read without JavaScript.
    private static func main(_ sheet: Sheet) -> String {
        let lines = sheet.message.split(separator: "\n").map { "<p dir=\"auto\">\(String($0).markupEscaped)</p>" }
        return "<h1 dir=\"auto\">\(sheet.item.markupEscaped)</h1>" + lines.joined()
    }

    /// A block of data, out of which no text gets.
    private static func data(_ json: [UInt8]) -> String {
        let text = String(decoding: json, as: UTF8.self).replacingMarks([0x3C: #"\u003c"#])
        return "<script type=\"application/json\" id=\"found\">\(text)</script>"
    }
}
