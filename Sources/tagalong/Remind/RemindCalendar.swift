import ArgumentParser
import Curl
import Foundation
import JSON
import Settings
import Tracking

/// `tagalong remind calendar`.
struct RemindCalendar: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar",
        abstract: "Connect an owner's calendar, or say how it goes with it.",
        discussion: """
            Without an option it says whether a calendar is connected, and how it goes. Its address and password are \
            secrets: they are read from files that only you may read (chmod 600), and nobody is told them again. It is \
            fetched once before it is connected, and has to be on the internet, or on a server that facts.yaml names \
            under 'calendars: trusted' (docs/facts.md). The running history service does all of this.

            Examples:
              tagalong remind calendar sam
              tagalong remind calendar sam --url-file ~/.sam-calendar
              tagalong remind calendar sam --caldav https://cloud.example.org --user sam --password-file ~/.sam-password
              tagalong remind calendar sam --remove
              tagalong remind calendar sam --json | jq -r .trouble

            Exit status: 0 done, 1 there is no such calendar, 2 bad input, 3 the running service could not be reached.
            """
    )

    @Argument(help: "Whose calendar it is.")
    var owner: String

    @Option(
        help: ArgumentHelp(
            "File whose first line is the calendar's address, https:// or webcal://.", valueName: "file"),
        completion: .file()
    )
    var urlFile: String?

    @Option(help: ArgumentHelp("CalDAV server, https://.", valueName: "url"))
    var caldav: String?

    @Option(help: ArgumentHelp("User of the CalDAV server.", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp("File whose first line is the password of that user.", valueName: "file"),
        completion: .file()
    )
    var passwordFile: String?

    @Flag(help: "Forget the calendar.")
    var remove = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    /// The options that members of the body come from.
    static let options = [
        "/url": "--url-file", "/caldav": "--caldav", "/user": "--user", "/password": "--password-file",
    ]

    func validate() throws {
        _ = try name()
        let ways = [urlFile != nil, caldav != nil, remove].count { $0 }
        guard ways <= 1 else { throw ValidationError("--url-file, --caldav and --remove exclude each other.") }
        guard [caldav, user, passwordFile].allSatisfy({ ($0 == nil) == (caldav == nil) }) else {
            throw ValidationError("--caldav, --user and --password-file go together.")
        }
    }

    func run() async throws {
        let (owner, body) = (try name(), try body())
        let choice = try StoreChoice(store, try global.settings())
        guard let console = try RunningConsole.find(choice) else {
            throw CommandFailure(
                .unreachable, "\(choice.path): no service runs that could fetch a calendar; 'tagalong up' starts one"
            )
        }
        let path = "/api/v1/calendars/\(owner)"
        if remove { try await console.ask(.delete, path) }
        let answer =
            if let body {
                // A slow server has its half minute, for each of a few steps.
                try await console.ask(.put, path, body: body, options: Self.options, within: 300)
            } else {
                // One that facts.yaml names may have come in the place of one that is forgotten.
                try await console.ask(.get, path)
            }
        let status = try CalendarStatus(Array(answer), of: owner)
        let note = remove ? "\(owner)'s calendar is forgotten\n" : nil
        try output.write(status.json, or: note ?? status.text)
    }

    private func name() throws -> Name {
        do { return try Name(written: owner) } catch { throw ValidationError("\(error).") }
    }

    /// What is to be connected; nil where it is only asked how it goes.
    private func body() throws -> Data? {
        if let urlFile {
            return Data(JSONValue.object(["url": .text(try secret(urlFile, of: "--url-file"))]).line.utf8)
        }
        guard let caldav, let user, let passwordFile else { return nil }
        let password = try secret(passwordFile, of: "--password-file")
        return Data(
            JSONValue.object(["caldav": .text(caldav), "user": .text(user), "password": .text(password)]).line.utf8)
    }

    private func secret(_ path: String, of option: String) throws -> String {
        do throws(SettingsError) {
            let place = Place(file: option, line: 1)
            return try SecretFile.read(path, at: place, environment: ProcessInfo.processInfo.environment).value
        } catch { throw CommandFailure(.badInput, "\(option): \(error.message)") }
    }
}

/// How it is with an owner's calendar, as the service has answered.
struct CalendarStatus {
    let owner: Name
    /// As it was answered, to the byte.
    let json: JSONValue
    private let document: JSONValue

    /// - Throws: ``CommandFailure`` for what is no answer about a calendar.
    init(_ answer: [UInt8], of owner: Name) throws(CommandFailure) {
        guard let document = try? JSONValue(answer), case .flag? = document["connected"] else {
            throw CommandFailure(.failure, "what the service has answered says nothing of \(owner)'s calendar")
        }
        (self.owner, self.document, json) = (owner, document, .raw(answer))
    }

    var text: String {
        guard document["connected"] == .flag(true) else { return "\(owner): no calendar is connected\n" }
        let host = document["host"]?.text.map { " at \($0.printable)" } ?? ""
        let kind =
            switch document["kind"]?.text {
            case "administrator": "a calendar of facts.yaml is connected"
            case "caldav": "CalDAV\(host) is connected"
            default: "a calendar\(host) is connected"
            }
        var lines = ["\(owner): \(kind)"]
        if let events = document["events"]?.number { lines.append("events in the next fortnight: \(Int(events))") }
        if let time = document["last_success"]?.text { lines.append("last read: \(time.printable)") }
        if let seconds = document["refresh_s"]?.number {
            lines.append("read every \(Duration.seconds(Int(seconds) / 60 * 60).compact)")
        }
        if let trouble = document["trouble"]?.text { lines.append("it cannot be read: \(trouble.printable)") }
        return lines.joined(separator: "\n  ") + "\n"
    }
}
