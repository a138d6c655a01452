import Access
import ArgumentParser
import Foundation
import QR
import Store
import Tracking

/// `tagalong account found-page qr`.
struct FoundPageQR: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr", abstract: "Write the address of a found page as a QR code, as SVG or PNG."
    )

    @Option(help: ArgumentHelp("The file, whose name ends in .svg or .png.", valueName: "file"), completion: .file())
    var out: String

    @OptionGroup var options: FoundPageOptions

    func validate() throws {
        guard ["svg", "png"].contains(ending) else {
            throw ValidationError("--out: a name that ends in .svg or .png is expected, found '\(out.printable)'.")
        }
    }

    private var ending: String { URL(fileURLWithPath: out).pathExtension.lowercased() }

    func run() async throws {
        let chosen = try options.chosen()
        let address = try options.pages.address(chosen.settings) + chosen.page().code.path
        let code = try QRCode(Array(address.utf8))
        try PrintFile.write(out, ending == "png" ? code.png() : Array(code.svg.utf8))
        try Output.error.write("\(out.printable) holds \(address)\n")
    }
}

/// `tagalong account found-page labels`.
struct FoundPageLabels: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "labels",
        abstract: "Write labels of found pages as a page to print, 3 by 8 on A4.",
        discussion: """
            Each label has the name of the item, the QR code of its page, and the code to type. Open the file in a \
            browser and print it without margins. Without items it has the labels of all pages. A page that leads \
            nowhere now is left out, as where its account is deactivated.
            """
    )

    @Argument(help: "The items, as OWNER/TRACKER (default: all that have a found page).")
    var items: [String] = []

    @Option(help: ArgumentHelp("The file, of HTML.", valueName: "file"), completion: .file(extensions: ["html"]))
    var out: String

    @Option(help: ArgumentHelp("How many labels of each, 1 to 24.", valueName: "n"))
    var copies = 1

    @Option(
        help: ArgumentHelp(
            "Whose pages they are (default: anybody's, where an item has no pages of two accounts).", valueName: "name"
        )
    )
    var account: String?

    @OptionGroup var pages: PageAddressOptions

    func validate() throws {
        guard (1...LabelSheet.perSheet).contains(copies) else {
            throw ValidationError("--copies: 1 to \(LabelSheet.perSheet) is expected, found \(copies).")
        }
    }

    func run() async throws {
        let settings = try pages.global.settings()
        let history = try StoreChoice(pages.store, settings).openForReading()
        let book = try pages.place.open(settings).foundPages
        let maker = try account.map { text throws(CommandFailure) in try Name(account: text) }
        let all = try book.all().filter { maker == nil || $0.account == maker }
        for item in items where !all.contains(where: { "\($0.item)" == item }) {
            throw CommandFailure(.failure, "there is no found page for '\(item.printable)'")
        }
        let address = try pages.address(settings)
        var labels: [LabelSheet.Label] = []
        var makers: [DeviceID: Name] = [:]
        for page in all where items.isEmpty || items.contains("\(page.item)") {
            guard let row = try history.item(page.item), row.device.created == page.itemCreated,
                try book.view(of: page.code) != nil
            else {
                try Output.error.write("\(page.item) is left out: the page of '\(page.account)' leads nowhere now\n")
                continue
            }
            // Nobody could tell their labels apart.
            if let other = makers.updateValue(page.account, forKey: page.item) {
                let both = "'\(other)' and '\(page.account)'"
                throw CommandFailure(.failure, "\(page.item) has pages of \(both): say with --account whose to print")
            }
            let name = row.device.item?.text ?? page.item.device.text
            labels.append(LabelSheet.Label(name: name, code: page.code, address: address + page.code.path))
        }
        guard !labels.isEmpty else { throw CommandFailure(.failure, "no item has a found page") }
        let sheet = LabelSheet(labels.flatMap { Array(repeating: $0, count: copies) })
        try PrintFile.write(out, Array(try sheet.html().utf8))
        let count = labels.count * copies
        try Output.error.write("\(out.printable) has \(count) label\(count == 1 ? "" : "s")\n")
    }
}

/// A file to be printed.
private enum PrintFile {
    /// Writes it whole, in place of what there was.
    ///
    /// - Throws: ``CommandFailure``.
    static func write(_ path: String, _ bytes: [UInt8]) throws {
        do { try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
            throw PrivateFile.failure(path, error.localizedDescription)
        }
    }
}
