import Foundation
import MQTT
import ServerSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct CommandsInputTests {
    @Test(arguments: [
        [], ["up"], ["history"], ["watch"], ["items"], ["explain"], ["fixes"], ["quarantine"], ["simulate"], ["doctor"],
        ["completion"], ["on"], ["off"], ["set"], ["ring"], ["locate"], ["scan"], ["pair"],
        ["forget"], ["delete"], ["tags"], ["gateway"], ["manual"], ["account"], ["account", "audit"],
        ["account", "token", "list"],
    ])
    func `help is there for every command`(_ command: [String]) async throws {
        try await withSandbox { sandbox in
            let outcome = try await sandbox.start(command + ["--help"]).ended()
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("USAGE: tagalong"))
            #expect(outcome.errors.isEmpty)
        }
    }

    @Test func `the passcode of an account that is not there is not asked for`() async throws {
        try await withSandbox { sandbox in
            #expect(try await sandbox.run("account", "add", "sam", "--admin").status == 0)
            let outcome = try await sandbox.run("account", "passcode", "sma")
            #expect(outcome.status == 1 && outcome.errors.contains("there is no account 'sma'"))
        }
    }

    @Test func `an import of a file that is not there leaves no database behind`() async throws {
        try await withSandbox { sandbox in
            let outcome = try await sandbox.run(
                "import", "sam/keys", "\(sandbox.directory)/none.gpx", "--new", "--store", sandbox.store
            )
            #expect(outcome.status == 2 && outcome.errors.contains("none.gpx: there is no such file"))
            #expect(!FileManager.default.fileExists(atPath: sandbox.store))
        }
    }

    @Test(arguments: [
        (["nonsense"], "'nonsense' is no command ('tagalong --help' lists all)"),
        (["item"], "'item' is no command, did you mean 'items'?"),
        (["item", "--json"], "did you mean 'items'?"),
        (["item", "--help"], "did you mean 'items'?"),
        (["-1h"], "'-1h' is no command"),
        (["account", "ad"], "'ad' is no command of 'tagalong account', did you mean 'add'?"),
        (["account", "token", "lst", "--json"], "did you mean 'list'?"),
        (
            ["items", "lost", "keys", "--note", "a\u{202E}b"],
            "--note: a text of at most 200 characters, none of them invisible"
        ),
        (["snooze", "keys", "-1h"], "'-1h' is given, a time from 1m to 30d or 'off' is expected"),
        (["snooze", "-1h", "keys"], "'keys' is given, a time from 1m to 30d"),
        (["snooze", "keys", "--broker", "mqtt://example", "-1h"], "'-1h' is given, a time from 1m to 30d"),
        (["snooze", "keys", "--", "-1h"], "'-1h' is given"),
        (["snooze", "keys", "-xh"], "'-xh' is no option of 'tagalong snooze'"),
        (
            ["fixes", "keys", "-within", "1,2,3"],
            "'-within' is no option of 'tagalong fixes', did you mean '--within'?"
        ),
        (["fixes", "keys", "--from", "-1h"], "'-1h' is invalid for '--from"),
        (["fixes", "keys", "--limit", "-5"], "--limit"),
        (["items", "-5"], "'-5'"),
        (["rules", "keys", "--warning", "-5"], "--warning: -5 is given, a number of metres above 0 is expected"),
        (["rules", "keys", "--critical", "nan"], "--critical: nan is given, a number of metres above 0 is expected"),
        (["rules", "keys", "--warning", "5", "--critical", "3"], "--warning, --critical: thresholds are metres"),
        (["rules", "keys", "--warning"], "Missing value for '--warning <metres>'"),
        (["place", "add", "keys", "Home", "--at", "-95,18"], "-95"),
        (["fixes"], "<item>"),
        (["explain"], "<item>"),
        (["fixes", "x", "--limit", "0"], "--limit"),
        (["fixes", "x", "--from", "1h", "--to", "2h"], "--from is later"),
        (["fixes", "x", "--from", "someday"], "'someday' is invalid for '--from <moment>': a time such as 2026-05-01"),
        (["quarantine", "--to", "someday"], "2h or yesterday is expected"),
        (["watch", "--for", "soon"], "--for"),
        (["watch", "--until-alerts", "0"], "--until-alerts"),
        (["watch", "--broker", "http://example"], "must begin with mqtt://"),
        (["watch", "--base", "a/#"], "--base: 'a/#'"),
        (["watch", "--base", "x", "--positions-base", "x"], "cannot share the base"),
        (["watch", "--password-file", "x"], "--password-file"),
        (["history", "--phone", "sam"], "OWNER=DEVICE"),
        (["history", "--phone", "sam=a", "--phone", "sam=b"], "two phones"),
        (["history", "--household", "sam"], "a household has two owners"),
        (["history", "--household", "sam,ben", "--household", "ben,eva"], "'ben' is given twice"),
        (["history", "--household", "sam,a b"], "'a b' is no name"),
        (["history", "--warning", "20"], "--warning"),
        (["history", "--console-url", "example"], "--console-url"),
        (["history", "--console-url", "https://sam:secret@tag.example"], "--console-url"),
        (["account", "link", "add", "keys", "--console-url", "javascript:alert(1)"], "--console-url"),
        (["account", "link", "add", "keys", "--console-url", "https://tag.example/?a=b#c"], "--console-url"),
        (["items", "add", "sam/bike", "--name", ""], "--name"),
        (["up", "--port", "1", "--broker", "mqtt://example"], "--port"),
        (["completion", "ksh"], "ksh"),
        (["pair", "iTAG"], "--item"),
        (["pair", "iTAG", "--item", ""], "--item: an item's name"),
        (["pair", "iTAG", "--item", "Keys", "--owner", "a b"], "--owner: 'a b' is no name"),
        (["pair", "iTAG", "--item", "Keys", "--owner", "alerts"], "no owner can be called 'alerts'"),
        (["pair", "iTAG", "--item", "Keys", "--tracker", "x/y"], "--tracker: 'x/y' is no name"),
        (["pair", "iTAG", "--item", "Keys", "--timeout", "0s"], "--timeout"),
        (["pair", "iTAG", "--item", "Keys", "--tracker-broker", "example"], "--tracker-broker"),
        (["forget", "a/b/c"], "OWNER/TRACKER"),
        (["delete"], "<item>"),
        (["history", "--home-assistant", "a/#"], "--home-assistant: 'a/#'"),
        (["gateway", "--radio", "smoke"], "smoke"),
        (["gateway", "--id", "a b"], "--gateway-id: 'a b' is given"),
        (["gateway", "--also", "x"], "--also: 'x' is given, one of espresense, room-assistant"),
        (["gateway", "--receivers", "theengs,x"], "--receivers: 'theengs,x' is given, one of espresense and theengs"),
        (["up", "--monitor"], "--gateway"),
        (["scan", "--for", "soon"], "--for"),
        (["scan", "--adapter", "eth0"], "--adapter: 'eth0' is given"),
        (["scan", "--devices", "missing"], "missing"),
        (["on"], "<tracker>"),
        (["on", "sam/"], "OWNER/TRACKER"),
        (["off", "a/b/c"], "OWNER/TRACKER"),
        (["ring", "keys", "--timeout", "0s"], "--timeout"),
        (["locate", "keys", "--json", "--no-wait"], "--no-wait"),
        (["set", "keys"], "Nothing to set"),
        (["set", "keys", "--report-every", "1500ms"], "whole seconds from 1s to 24h"),
        (["set", "keys", "--report-every", "25h"], "whole seconds from 1s to 24h"),
        (["set", "keys", "--mode", "smoke"], "smoke"),
        (["set", "keys", "--item", " "], "--item: an item's name"),
        (["simulate", "x.yaml", "--speed", "1e-20"], "from 0.001"),
        (["simulate", "x.yaml", "--bonds", "x"], "--bonds needs --radio vhci"),
        (["simulate", "x.yaml", "--radio", "bluez:hci0", "--adapters", "2"], "--adapters needs --radio vhci"),
        (["simulate", "x.yaml", "--controller", "extended"], "--controller needs --radio vhci"),
        (["simulate", "x.yaml", "--duplicate-filter", "scan"], "--duplicate-filter needs --radio vhci"),
        (["simulate", "x.yaml", "--radio", "vhci", "--duplicate-filter", "often"], "--duplicate-filter"),
        (["simulate", "x.yaml", "--radio", "hci:"], "--radio"),
        (["items", "--log-level", "loud"], "--log-level"),
        (["items", "--config", "missing.yaml"], "missing.yaml"),
    ])
    func `bad arguments are refused with a sentence and status 2`(_ arguments: [String], _ words: String) async throws {
        try await withSandbox { sandbox in
            let outcome = try await sandbox.start(arguments).ended()
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(words))
            #expect(outcome.output.isEmpty)
        }
    }

    @Test(arguments: [
        ("store: x\nbrokr: y\n", ":2: unknown key 'brokr', did you mean 'broker'?"),
        ("warning: [5]\n", ":1: 'warning' is a list: a text is expected"),
        ("warning: near\n", ":1: 'near' is given, a number of metres is expected"),
        ("phones:\n  - sam=iphone\n  - ann\n", ":3: 'ann' is given, OWNER=DEVICE is expected"),
        ("broker: mqtt://sam:secret@:1\n", ":1: the broker's address"),
        ("base: [\n", "this is no YAML"),
    ])
    func `a bad configuration file is refused with its line`(_ text: String, _ sentence: String) async throws {
        try await withSandbox { sandbox in
            let file = try sandbox.write(text, to: "config.yaml")
            let outcome = try await sandbox.run("history", "--config", file)
            #expect(outcome.status == 2)
            #expect(outcome.errors.hasPrefix("tagalong: \(file)"))
            #expect(outcome.errors.contains(sentence))
            #expect(!outcome.errors.contains("secret"))
        }
    }

    private static let scenario = """
        name: A bag
        duration: 1h
        owners: [{id: sam, position: [60, 5]}]
        trackers: [{id: bag, owner: sam, position: [60, 5]}]
        """

    @Test(arguments: [
        (["--bonds", "flash"], "flash:1: number is missing"),
        (["--adapters", "2"], "--adapters: 1 to 1, as many as it has gateways"),
        (["--number", "0011223344556677", "--tracker", "keys"], "--tracker takes: bag"),
    ])
    func `what a virtual adapter cannot be given is refused before one is made`(
        _ arguments: [String],
        _ words: String
    ) async throws {
        try await withSandbox { sandbox in
            let file = try sandbox.write(Self.scenario, to: "bag.yaml")
            let flash = try sandbox.write("{}\n", to: "flash")
            let given = arguments.map { $0 == "flash" ? flash : $0 }
            let outcome = try await sandbox.start(["simulate", file, "--radio", "vhci"] + given).ended()
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(words))
        }
    }

    @Test(.enabled(if: !FileManager.default.fileExists(atPath: "/dev/vhci")))
    func `a virtual adapter that is not to be had is told of in a sentence with status 3`() async throws {
        try await withSandbox { sandbox in
            let file = try sandbox.write(Self.scenario, to: "bag.yaml")
            let outcome = try await sandbox.run("simulate", file, "--radio", "vhci")
            #expect(outcome.status == 3)
            #expect(outcome.errors.contains("modprobe hci_vhci"))
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }

    @Test(arguments: [
        ([], "one.csv: too little was heard to fit to one half"),
        (["--alone"], "one.csv: too little was heard to fit to one half"),
        (["--cross-validate", "half"], "one.csv: too little was heard to fit to one half"),
        (["--cross-validate", "receiver"], "anchors.csv: there is one receiver"),
    ])
    func `a recording that leaves nothing to fit to is refused with a sentence`(
        _ arguments: [String],
        _ words: String
    ) async throws {
        try await withSandbox { sandbox in
            let recording = try sandbox.write("ts,x,y,rssi_1\n1e9,1,2,-50\n", to: "one.csv")
            let places = try sandbox.write("id,x,y,z\n1,0,0,2\n", to: "anchors.csv")
            let given = ["evaluate", "--csv", recording, "--receivers", places, "--seeds", "none"] + arguments
            let outcome = try await sandbox.start(given).ended()
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(words))
        }
    }

    @Test func `each receiver alone is measured with what the others tell, and the answer says so`() async throws {
        try await withSandbox { sandbox in
            let rows = (0..<60).map { "\($0)e9,\(1 + $0 / 10),0,\(-50 - $0 / 3),\(-70 + $0 / 3)\n" }
            let recording = try sandbox.write("ts,x,y,rssi_1,rssi_2\n" + rows.joined(), to: "walk.csv")
            let places = try sandbox.write("id,x,y,z\n1,0,0,2\n2,8,0,2\n", to: "anchors.csv")
            let outcome = try await sandbox.run(
                "evaluate",
                "--csv",
                recording,
                "--receivers",
                places,
                "--seeds",
                "none",
                "--cross-validate",
                "receiver",
                "--json"
            )
            #expect(outcome.status == 0)
            #expect(outcome.output.contains(#""alone":true,"cross_validation":"receiver""#))
            #expect(outcome.output.contains(#"{"method":"tagalong","mae_m":"#))
        }
    }

    @Test func `flags are stronger than the environment, and that than the file`() async throws {
        try await withSandbox { sandbox in
            let directory = "\(sandbox.directory)/.config/tagalong"
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            _ = try sandbox.write("store: /from/file\n", to: ".config/tagalong/config.yaml")
            let variable = ["TAGALONG_STORE": "/from/variable"]
            #expect(try await sandbox.run("items").errors.hasPrefix("tagalong: /from/file"))
            #expect(try await sandbox.run("items", environment: variable).errors.hasPrefix("tagalong: /from/variable"))
            let flag = try await sandbox.run("items", "--store", "/from/flag", environment: variable)
            #expect(flag.errors.hasPrefix("tagalong: /from/flag"))
            #expect(flag.status == 1)
        }
    }

    @Test func `a password on the command line is warned of and not repeated`() async throws {
        try await withSandbox { sandbox in
            let outcome = try await sandbox.run("watch", "--broker", "mqtt://sam:secret@127.0.0.1:1")
            #expect(outcome.status == 3)
            #expect(outcome.errors.contains("--password-file"))
            #expect(!outcome.errors.contains("secret"))
        }
    }

    @Test(arguments: [
        (["items"], "history.sqlite"), (["notify", "list"], "notifications.yaml"), (["notify", "outbox"], ".sqlite"),
        (["broker", "acl"], "admin"), (["watch"], "broker/url"),
    ])
    func `what cannot be looked at is not told to be missing`(_ arguments: [String], _ file: String) async throws {
        try await withSandbox { sandbox in
            let loop = "\(sandbox.directory)/loop"
            try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
            let outcome = try await sandbox.start(arguments + ["--data-dir", loop]).ended()
            #expect(outcome.status == 1 || outcome.status == 2)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains(file) && outcome.errors.contains("Too many levels of symbolic links"))
            // The doctor tells the rest as well.
            let doctor = try await sandbox.run("doctor", "--data-dir", loop)
            #expect(doctor.status == 1)
            for file in ["history.sqlite", "broker/url"] {
                #expect(doctor.output.contains("\(loop)/\(file): Too many levels of symbolic links"))
            }
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `the completion script names the commands`(_ shell: String) async throws {
        try await withSandbox { sandbox in
            let outcome = try await sandbox.run("completion", shell)
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("quarantine"))
        }
    }

    @Test func `a reader that goes away ends a command quietly`() async throws {
        try await withSandbox { sandbox in
            let shell = try RunningCommand(
                "/bin/bash",
                ["-c", "set -o pipefail; \(try Sandbox.executable()) completion bash | exec true"],
                environment: ["HOME": sandbox.directory],
                files: "\(sandbox.directory)/shell"
            )
            let outcome = await shell.ended()
            #expect(outcome.status == 0)
            #expect(outcome.errors.isEmpty)
        }
    }
}
