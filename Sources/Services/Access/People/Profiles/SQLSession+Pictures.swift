internal import Store
internal import Tracking

/// Whose picture one is.
enum PictureSubject: Hashable, Sendable {
    case person(Name)
    /// A group, by its id.
    case group(String)

    fileprivate var column: String {
        switch self {
        case .person: "account"
        case .group: "group_id"
        }
    }

    fileprivate var key: String {
        switch self {
        case .person(let name): name.text
        case .group(let id): id
        }
    }
}

extension SQLSession {
    /// The picture of somebody or something; nil for none.
    func picture(of subject: PictureSubject) throws -> PhotoRow? {
        try row(
            "SELECT kind, data, updated_ms FROM pictures WHERE \(subject.column) = ?", [subject.key]
        ) { row in
            PhotoRow.Kind(rawValue: row[0]).map {
                PhotoRow(kind: $0, data: row[1], updated: Timestamp(milliseconds: row[2]))
            }
        } ?? nil
    }

    /// Replaces a picture; nil for none.
    func setPicture(_ picture: PhotoRow?, of subject: PictureSubject) throws {
        try execute("DELETE FROM pictures WHERE \(subject.column) = ?", [subject.key])
        guard let picture else { return }
        try execute(
            "INSERT INTO pictures (\(subject.column), kind, data, updated_ms) VALUES (?, ?, ?, ?)",
            [subject.key, picture.kind.rawValue, picture.data, picture.updated.milliseconds]
        )
    }
}
