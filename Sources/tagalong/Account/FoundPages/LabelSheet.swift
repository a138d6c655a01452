import Access
import QR
import Tracking

/// Labels of found pages as a page of HTML to print: 3 by 8 on A4, each with a name, a QR code, and the code to type.
struct LabelSheet {
    /// One label.
    struct Label {
        let name: String
        let code: FoundCode
        let address: String
    }

    /// Labels on a sheet.
    static let perSheet = 24

    private let labels: [Label]

    init(_ labels: [Label]) { self.labels = labels }

    /// The page, with everything in it.
    ///
    /// - Throws: ``QRCodeError`` for an address that no QR code holds.
    func html() throws -> String {
        var sheets = ""
        for start in stride(from: 0, to: labels.count, by: Self.perSheet) {
            let some = labels[start..<min(start + Self.perSheet, labels.count)]
            sheets += "<div class=\"sheet\">\(try some.map(Self.html).joined())</div>\n"
        }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Labels</title>
            <style>
            @page { size: A4; margin: 0; }
            body { margin: 0; font-family: system-ui, sans-serif; color: #000; background: #fff; }
            .sheet { display: grid; grid-template-columns: repeat(3, 70mm); grid-auto-rows: 37mm; width: 210mm;
                height: 297mm; break-after: page; }
            .sheet:last-child { break-after: auto; }
            .label { display: flex; gap: 2mm; align-items: center; padding: 3mm; box-sizing: border-box;
                overflow: hidden; font-size: 9pt; line-height: 1.25; overflow-wrap: anywhere; }
            .label svg { width: 29mm; height: 29mm; flex: none; }
            .label div { min-width: 0; }
            .label strong { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2;
                overflow: hidden; font-size: 11pt; }
            .label p { margin: 1mm 0 0; }
            .label .code { font-family: monospace; font-size: 6.5pt; }
            </style>
            </head>
            <body>
            \(sheets)</body>
            </html>

            """
    }

    private static func html(_ label: Label) throws -> String {
        """
        <div class="label">\(try QRCode(Array(label.address.utf8)).svg)<div><strong dir="auto">\(label.name.markupEscaped)\
        </strong><p>Found me? Scan.</p><p class="code">\(label.code)</p></div></div>
        """
    }
}
