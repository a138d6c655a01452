/// Why something cannot be had of an archive, or brought there.
public enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The storage does not answer, or not now.
    case away(storage: String, String)
    /// The storage refuses: its status, its code such as `AccessDenied`, and its sentence.
    case refused(storage: String, status: Int, code: String, String)
    /// There is no such object.
    case missing(storage: String, object: String)
    /// What was read is not what was written.
    case differs(storage: String, object: String)
    /// What is in an object is not in the form that is expected.
    case damaged(object: String, line: Int, expected: String)
    /// There is an object of a device that the database knows nothing of.
    case unknown(storage: String, object: String)
    /// What there is of a device that was deleted cannot be told, and so not be removed.
    case unlisted(storage: String, folder: String, String)
    /// The months that are out are in another storage than the one that is set.
    case elsewhere(former: String, set: String)
    /// Not all months are where they are said to have been copied to.
    case notCopied(storage: String, missing: Int, of: Int, object: String)

    public var description: String {
        switch self {
        case .away(let storage, let why):
            "\(storage): the object storage cannot be used (\(why)); it is asked again later"
        case .refused(let storage, let status, let code, let sentence):
            "\(storage): the object storage refuses (\(status)\(code.isEmpty ? "" : " \(code)"))"
                + (sentence.isEmpty ? "" : ": \(sentence)")
        case .missing(let storage, let object):
            "\(storage): the object \(object) is missing; 'tagalong archive check' tells of all"
        case .differs(let storage, let object):
            "\(storage): the object \(object) is not what was written; it is expected unchanged"
        case .unknown(let storage, let object):
            "\(storage) has \(object), of which the database knows nothing: run 'tagalong archive adopt' after an older copy "
                + "was restored, and give each history a prefix of its own"
        case .unlisted(_, let folder, let why):
            "what is below \(folder), which is to be removed, cannot be listed, for which s3:ListBucket is needed: \(why)"
        case .elsewhere(let former, let set):
            "months of this database, or objects that are to be removed, are in \(former), and the archive is set to \(set): "
                + "name the former one, or bring the months back with it ('tagalong archive fetch'); where its objects were "
                + "copied, or it has another name now, 'tagalong archive adopt' takes the new place"
        case .notCopied(let storage, let missing, let all, let object):
            "\(storage) lacks the objects of \(missing) of \(all) months, or has them in another size (\(object) is one): "
                + "copy all that is below the former place there first; 'tagalong archive adopt --without-missing' gives "
                + "these up"
        case .damaged(let object, let line, let expected): "\(object), line \(line): \(expected) is expected"
        }
    }

    /// Whether it may be over by itself.
    public var isPassing: Bool { if case .away = self { true } else { false } }

    /// Whether what is to be removed can wait with it, while others go: a storage may refuse one object and no other one.
    var isOfRemoval: Bool { if case .refused = self { true } else { isOfOne } }

    /// Whether it concerns one object, and no other one.
    var isOfOne: Bool {
        switch self {
        case .missing, .differs, .damaged, .unknown, .unlisted: true
        case .away, .refused, .elsewhere, .notCopied: false
        }
    }
}
