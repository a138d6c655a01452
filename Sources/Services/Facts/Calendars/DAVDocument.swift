internal import CExpat

/// A WebDAV answer as a tree, read with expat.
///
/// A document type is refused, so that there are no entities; depth and number of elements have a limit.
struct DAVElement: Hashable, Sendable {
    /// The namespace and the name, with a `|` between them.
    let name: String
    var text = ""
    var children: [DAVElement] = []
    /// Its attribute `name`; nil where it has none.
    var component: String?

    static let dav = "DAV:|"
    static let calDAV = "urn:ietf:params:xml:ns:caldav|"

    /// The first child of a name.
    subscript(_ name: String) -> DAVElement? { children.first { $0.name == name } }

    /// All children of a name.
    func all(_ name: String) -> [DAVElement] { children.filter { $0.name == name } }

    /// Reads an answer; nil for what is no XML, and for what goes beyond the limits.
    static func read(_ bytes: [UInt8]) -> DAVElement? { DAVParser().read(bytes) }
}

/// The expat parser for the length of one answer; no pointer of it leaves this type.
private final class DAVParser {
    private var open: [DAVElement] = []
    private var root: DAVElement?
    private var count = 0
    private var isRefused = false

    private static let deepest = 24
    private static let mostElements = 200_000

    func read(_ bytes: [UInt8]) -> DAVElement? {
        guard let parser = unsafe XML_ParserCreateNS(nil, XML_Char(UInt8(ascii: "|"))) else { return nil }
        defer { unsafe XML_ParserFree(parser) }
        let isRead = withExtendedLifetime(self) {
            unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
            unsafe XML_SetElementHandler(parser, Self.start, Self.end)
            unsafe XML_SetCharacterDataHandler(parser, Self.characters)
            unsafe XML_SetStartDoctypeDeclHandler(parser, Self.doctype)
            // In parts, so that what is refused is not read on for long.
            let part = 1 << 16
            for offset in stride(from: 0, to: max(1, bytes.count), by: part) {
                let end = min(offset + part, bytes.count)
                let isTaken = unsafe bytes[offset..<end].withUnsafeBytes { buffer in
                    let pointer = unsafe buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress }
                    return unsafe XML_Parse(parser, pointer, Int32(clamping: buffer.count), end == bytes.count ? 1 : 0)
                        == XML_STATUS_OK
                }
                guard isTaken, !isRefused else { return false }
            }
            return true
        }
        return isRead ? root : nil
    }

    private static func parser(_ data: UnsafeMutableRawPointer?) -> DAVParser? {
        guard let data = unsafe data else { return nil }
        return unsafe Unmanaged<DAVParser>.fromOpaque(data).takeUnretainedValue()
    }

    private static let start: XML_StartElementHandler = { data, name, attributes in
        guard let parser = unsafe parser(data), let name = unsafe name, !parser.isRefused else { return }
        parser.count += 1
        guard parser.open.count < deepest, parser.count <= mostElements else { return parser.isRefused = true }
        var element = DAVElement(name: unsafe String(cString: name))
        if var next = unsafe attributes {
            while let key = unsafe next[0], let value = unsafe next[1] {
                if unsafe String(cString: key) == "name" { element.component = unsafe String(cString: value) }
                unsafe next += 2
            }
        }
        parser.open.append(element)
    }

    private static let end: XML_EndElementHandler = { data, _ in
        guard let parser = unsafe parser(data), !parser.isRefused, let element = parser.open.popLast() else { return }
        if parser.open.isEmpty {
            parser.root = element
        } else {
            parser.open[parser.open.count - 1].children.append(element)
        }
    }

    private static let characters: XML_CharacterDataHandler = { data, text, count in
        guard let parser = unsafe parser(data), !parser.isRefused, !parser.open.isEmpty, let text = unsafe text else {
            return
        }
        let buffer = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
        parser.open[parser.open.count - 1].text += unsafe String(decoding: buffer, as: UTF8.self)
    }

    private static let doctype: XML_StartDoctypeDeclHandler = { data, _, _, _, _ in
        unsafe parser(data)?.isRefused = true
    }
}
