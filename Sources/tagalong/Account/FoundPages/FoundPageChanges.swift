import Access
import ArgumentParser
import Store
import Tracking

/// `tagalong account found-page set`.
struct FoundPageSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Make the found page of an item, or change what it shows; its address is printed.",
        discussion: "What is not given is not shown. The code stays as it is."
    )

    @Option(help: ArgumentHelp("What it says to the finder, up to 500 characters.", valueName: "text"))
    var message = ""

    @Flag(help: "Show the photo of the item.")
    var photo = false

    @Option(
        help: ArgumentHelp(
            "What it shows of the profile: public (the name), or the numbers and addresses of personal, work or school.",
            valueName: "section"
        ),
        completion: .list(FoundPageLook.Section.allCases.map(\.rawValue))
    )
    var section: String?

    @OptionGroup var options: FoundPageOptions

    func validate() throws {
        guard let section, FoundPageLook.Section(rawValue: section) == nil else { return }
        throw ValidationError("'\(section.printable)' is given, public, personal, work or school is expected.")
    }

    func run() async throws {
        let (chosen, now) = (try options.chosen(), SystemUTCClock().now)
        // As the page says it.
        guard try chosen.access.isProtected() else {
            throw CommandFailure(
                .failure, "set a passcode first: without one the console answers its own machine only"
            )
        }
        let look = FoundPageLook(
            message: message, showsPhoto: photo, section: section.flatMap { FoundPageLook.Section(rawValue: $0) }
        )
        var generator = SystemRandomNumberGenerator()
        let (page, isNew) = try chosen.changed {
            try chosen.access.foundPages.put(
                look,
                of: chosen.device.id,
                added: chosen.device.created,
                by: chosen.account,
                using: &generator,
                at: now
            )
        }
        let address = try options.pages.address(chosen.settings)
        try Output.error.write("The found page of \(page.item) is \(isNew ? "made" : "changed"), code \(page.code):\n")
        try Output.standard.write("\(address)\(page.code.path)\n")
    }
}

/// `tagalong account found-page code`.
struct FoundPageCode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "code",
        abstract: "Give a found page a new code; labels with the former one lead nowhere from then on.",
        discussion: "Messages of finders stay."
    )

    @OptionGroup var options: FoundPageOptions

    func run() async throws {
        let chosen = try options.chosen()
        var generator = SystemRandomNumberGenerator()
        let page = try chosen.changed {
            try chosen.access.foundPages.renewCode(
                of: chosen.device.id,
                added: chosen.device.created,
                by: chosen.account,
                using: &generator,
                at: SystemUTCClock().now
            )
        }
        let address = try options.pages.address(chosen.settings)
        try Output.error.write("The found page of \(page.item) has the code \(page.code):\n")
        try Output.standard.write("\(address)\(page.code.path)\n")
    }
}

/// `tagalong account found-page remove`.
struct FoundPageRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a found page, with the messages that were left there."
    )

    @OptionGroup var options: FoundPageOptions

    func run() async throws {
        let chosen = try options.chosen()
        try chosen.access.foundPages.remove(of: chosen.device.id, by: chosen.account, at: SystemUTCClock().now)
        try Output.standard.write("the found page of \(chosen.device.id) is removed\n")
    }
}
