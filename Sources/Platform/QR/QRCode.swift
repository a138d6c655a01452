internal import CQrencode

/// Some bytes as a QR code (ISO/IEC 18004), made by libqrencode with error correction M: a square of dark and light
/// modules, which a camera reads with up to 15 % of it covered.
public struct QRCode: Hashable, Sendable {
    /// The most bytes that one holds: version 40 at level M.
    public static let mostBytes = 2331

    /// How many modules are in a row, and how many rows there are: 21 to 177.
    public let size: Int
    private let dark: [Bool]

    /// The smallest that holds the bytes.
    ///
    /// - Parameter bytes: 1 to ``mostBytes``.
    /// - Throws: ``QRCodeError``.
    public init(_ bytes: [UInt8]) throws(QRCodeError) {
        guard (1...Self.mostBytes).contains(bytes.count) else { throw .size(bytes.count) }
        // 0: the smallest version.
        guard let code = unsafe QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { throw .memory }
        defer { unsafe QRcode_free(code) }
        let width = unsafe Int(code.pointee.width)
        // The lowest bit of each byte is the colour; the others tell what the module is for.
        let modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width)
        size = width
        dark = unsafe modules.map { $0 & 1 == 1 }
    }

    /// Whether a module is dark; rows and columns count from 0.
    public func isDark(row: Int, column: Int) -> Bool {
        let range = 0..<size
        return range.contains(row) && range.contains(column) && dark[row * size + column]
    }

    /// A picture of it, black on white whatever is around it, with the light edge of four modules that readers need.
    public var svg: String {
        let side = size + 2 * Self.edge
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let start = column
                while isDark(row: row, column: column) { column += 1 }
                let x = start + Self.edge
                if column > start { path += "M\(x) \(row + Self.edge)h\(column - start)v1H\(x)z" }
                column += 1
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
            """
    }

    /// Light modules on each side, as readers need them.
    static let edge = 4
}
