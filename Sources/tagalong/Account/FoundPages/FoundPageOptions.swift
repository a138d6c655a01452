import Access
import ArgumentParser
import Store
import Tracking

/// Whose found page of which item a command is about.
struct FoundPageOptions: ParsableArguments {
    @Argument(help: "OWNER/TRACKER, or the name of an item if it is unique.")
    var item: String

    @Option(
        help: ArgumentHelp(
            "Whose page it is: it ends with this account (default: the item's owner).", valueName: "name"
        )
    )
    var account: String?

    @OptionGroup var pages: PageAddressOptions

    /// The item, the account, and what they are in.
    struct Chosen {
        let settings: CommandSettings
        let access: AccessControl
        let device: DeviceRow
        let account: Name

        /// The page.
        ///
        /// - Throws: ``CommandFailure`` where there is none.
        func page() throws -> FoundPage {
            let page = try access.foundPages.page(of: device.id, added: device.created, by: account)
            guard let page else {
                throw CommandFailure(
                    .failure, "'\(account)' has no found page for \(device.id); see 'account found-page set'")
            }
            return page
        }

        /// What may be refused, in a sentence.
        func changed<Value>(_ body: () throws -> Value) throws -> Value {
            do { return try body() } catch AccessError.refused {
                throw CommandFailure(
                    .failure, "'\(account)' may not command \(device.id) by a grant of their own; see --account")
            } catch AccessError.noSuchAccount {
                throw CommandFailure(
                    .failure, "there is no account '\(account)'; say with --account whose page it is to be")
            }
        }
    }

    func chosen() throws -> Chosen {
        let settings = try pages.global.settings()
        let choice = try StoreChoice(pages.store, settings)
        let history = try choice.openForReading()
        let trackers = try history.devices().filter { $0.kind == .tracker }
        let device = try ItemSearch(devices: trackers, in: choice.path).find(item)
        guard let row = try history.item(device) else {
            throw CommandFailure(.failure, "\(device) is no item any more")
        }
        let maker = try account.map { text throws(CommandFailure) in try Name(account: text) } ?? device.owner
        return Chosen(settings: settings, access: try pages.place.open(settings), device: row.device, account: maker)
    }
}

/// Where the pages are for those who scan a code.
struct PageAddressOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Address of the console for others (default: this machine's).", valueName: "url"))
    var consoleURL: String?

    @OptionGroup var store: StoreOptions
    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    /// The address of the pages: that of the flag or the setting, else of `sign-in.yaml`, else this machine's.
    func address(_ settings: CommandSettings) throws -> String {
        let given = try HistoryOptions.consoleAddress(settings, flag: consoleURL)
        // Its secrets are of no use here.
        let file = try SignInChoice.read(SignInChoice.path(flag: nil, settings), mayWithhold: true)
        return try given ?? file.pages ?? LinkAdd.address(StoreChoice(store, settings))
    }
}
