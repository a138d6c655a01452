import Foundation
import HTTPTypes
import Hummingbird
package import Tracking

extension ConsoleContext {
    /// The device that the path names.
    ///
    /// - Throws: ``Problem`` when a name is none, for then there is nothing of that name.
    package func device() throws(Problem) -> DeviceID {
        DeviceID(owner: try name("owner"), device: try name("tracker"))
    }

    /// A name in the path.
    ///
    /// - Throws: ``Problem`` for what is none.
    package func name(_ parameter: String) throws(Problem) -> Name {
        let text = try text(parameter)
        do { return try Name(text) } catch { throw Problem(.notFound, "\(parameter): \(error)") }
    }

    /// A part of the path, decoded.
    ///
    /// - Throws: ``Problem`` for what is no UTF-8 in percent encoding.
    package func text(_ parameter: String) throws(Problem) -> String {
        let raw = parameters.get(parameter) ?? ""
        guard let text = raw.removingPercentEncoding else {
            throw Problem(.badRequest, "\(parameter): UTF-8 in percent encoding is expected in the path")
        }
        return text
    }
}
