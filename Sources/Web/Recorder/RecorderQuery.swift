import Foundation
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// What a client of the Recorder's interface asks for: in the query or a posted form, and above both in headers.
struct RecorderQuery: Sendable {
    /// A posted form is not longer than this, in bytes.
    static let longestForm = 8192
    private let query: FormFields
    private var form = FormFields()
    private let headers: HTTPFields

    /// - Throws: ``Problem`` for a body that is no form.
    init(_ request: Request) async throws {
        headers = request.headers
        query = try FormFields(request.uri.query ?? "")
        guard request.method == .post else { return }
        let type = request.headers[.contentType]?.lowercased() ?? ""
        guard type.isEmpty || type.hasPrefix("application/x-www-form-urlencoded") else {
            throw Problem(.unsupportedMediaType, "a form (application/x-www-form-urlencoded) is expected")
        }
        form = try FormFields(String(decoding: try await request.bytes(upTo: Self.longestForm), as: UTF8.self))
    }

    /// A value; a header `X-Limit-…` is stronger, because a proxy in front says there who may see what.
    func value(_ name: String) -> String? {
        if let header = HTTPField.Name("X-Limit-\(name)"), let value = headers[header], !value.isEmpty { return value }
        return query[name] ?? form[name]
    }

    var user: Name? { get throws { try name("user") } }
    var device: Name? { get throws { try name("device") } }

    private func name(_ field: String) throws -> Name? {
        guard let text = value(field) else { return nil }
        do { return try Name(ownTracks: text) } catch { throw Problem(.badRequest, "\(field): \(error)") }
    }

    /// Both names, which history cannot be read without.
    var deviceID: DeviceID {
        get throws {
            guard let user = try user, let device = try device else {
                throw Problem(.rangeNotSatisfiable, "user and device are required")
            }
            return DeviceID(owner: user, device: device)
        }
    }

    /// The keys to be told of each position; nil for all.
    var fields: [String]? {
        get throws {
            guard let text = value("fields") else { return nil }
            let fields = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard (1...50).contains(fields.count) else {
                throw Problem(.badRequest, "fields: 1 to 50 names with commas between are expected")
            }
            return fields
        }
    }

    /// The most positions that one answer may be asked for by number.
    static let highestLimit = 100_000

    /// How many positions, the newest; nil for all of the time.
    var limit: Int? {
        get throws {
            guard let text = value("limit") else { return nil }
            guard let limit = Int(text), (0...Self.highestLimit).contains(limit) else {
                throw Problem(.badRequest, "limit: a number from 0 to \(Self.highestLimit) is expected")
            }
            return limit == 0 ? nil : limit
        }
    }

    var format: RecorderFormat {
        get throws {
            guard let text = value("format") else { return .json }
            guard let format = RecorderFormat(rawValue: text) else {
                let words = RecorderFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(.badRequest, "format: one of \(words) is expected")
            }
            return format
        }
    }

    /// How far back positions are told where nobody says, in milliseconds.
    static let standardSpan: Int64 = 6 * 3_600_000

    /// The time to be told of, both ends included.
    func times(now: Timestamp) throws -> ClosedRange<Timestamp> {
        let end = try time("to", now: now, isEnd: true) ?? now
        let first = try limit == nil ? end.milliseconds - Self.standardSpan : .min
        let start = try time("from", now: now, isEnd: false) ?? Timestamp(milliseconds: first)
        guard start <= end else {
            throw Problem(.rangeNotSatisfiable, "impossible date/time ranges: from is later than to")
        }
        return start...end
    }

    private func time(_ field: String, now: Timestamp, isEnd: Bool) throws -> Timestamp? {
        guard let text = value(field) else { return nil }
        if let time = RecorderTime.read(text, now: now, isEnd: isEnd) { return time }
        throw Problem(
            .badRequest,
            "\(field): a time such as 2026-05-01, 2026-05-01T10:30, 2026-05-01T10:30:00Z or 6h is expected"
        )
    }
}
