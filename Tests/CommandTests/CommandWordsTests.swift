import ArgumentParser
import Testing

@testable import tagalong

@Suite struct CommandWordsTests {
    @Test(arguments: [
        ("items --json", "items --json"), ("---completion place -- -5h", "---completion place -- -5h"),
        ("help place add", "help place add"), ("account --json", "account --json"),
        ("snooze keys -1h", "snooze keys -- -1h"), ("snooze -1h keys -q", "snooze -q -- -1h keys"),
        ("snooze keys -- -1h", "snooze keys -- -1h"), ("snooze -1h -- -h", "snooze -- -1h -h"),
        ("place add keys Home --at -33.9,18.4", "place add keys Home --at=-33.9,18.4"),
        ("place add keys --corner -1,-2 --corner -.5,3 Home", "place add keys --corner=-1,-2 --corner=-.5,3 Home"),
        ("rules keys --warning --critical 9", "rules keys --warning --critical 9"),
        ("rules keys --warning -5 --critical 9", "rules keys --warning=-5 --critical 9"),
        ("forget -5", "forget -- -5"), ("account export sam -o -2.zip", "account export sam --out=-2.zip"),
        ("fixes keys -help", "fixes keys -help"), ("simulate x.yaml -qh", "simulate x.yaml -qh"),
    ])
    func `values below zero are values`(typed: String, expected: String) throws {
        let words = try CommandWords.prepared(typed.split(separator: " ").map(String.init))
        #expect(words == expected.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        ("help", "help"), ("help help", "help"), ("help --help", "help"), ("help -h", "help"),
        ("account help", "help account"), ("account help audit", "help account audit"),
        ("help account audit", "help account audit"), ("help account help", "help account"),
        ("account token help", "help account token"), ("help items --json", "help items"),
        ("help place add keys", "help place add"), ("help forget", "help unpair"),
    ])
    func `help of a command is asked for in whichever place it stands`(typed: String, expected: String) throws {
        let words = try CommandWords.prepared(typed.split(separator: " ").map(String.init))
        #expect(words == expected.split(separator: " ").map(String.init))
        let help = #expect(throws: (any Error).self) {
            var command = try Tagalong.parseAsRoot(words)
            try command.run()
        }
        #expect(try Tagalong.exitCode(for: #require(help)) == .success)
        let name = expected.split(separator: " ").dropFirst().joined(separator: " ")
        let usage = name.isEmpty ? "USAGE: tagalong <subcommand>" : "USAGE: tagalong \(name)"
        #expect(try Tagalong.fullMessage(for: #require(help)).contains(usage))
    }

    @Test func `a thing may be called help`() throws {
        #expect(try CommandWords.prepared(["fixes", "help"]) == ["fixes", "help"])
    }

    @Test(arguments: [
        ("hlep", "'hlep' is no command, did you mean 'help'?"),
        ("help account audti", "'audti' is no command of 'tagalong account', did you mean 'audit'?"),
        ("tagz", "'tagz' is no command, did you mean 'tags'? ('tagalong --help' lists all)"),
        ("qqqqqq", "'qqqqqq' is no command ('tagalong --help' lists all)"),
        ("help simulat", "'simulat' is no command, did you mean 'simulate'?"),
        ("place ad keys", "'ad' is no command of 'tagalong place', did you mean 'add'? ('tagalong place --help'"),
        ("fixes keys -thin 1h", "'-thin' is no option of 'tagalong fixes', did you mean '--thin'?"),
    ])
    func `a word that is no command is refused with the nearest that is one`(typed: String, sentence: String) throws {
        let failure = #expect(throws: CommandFailure.self) {
            try CommandWords.prepared(typed.split(separator: " ").map(String.init))
        }
        #expect(failure?.status == .badInput)
        #expect(try #require(failure).sentence.hasPrefix(sentence))
    }

    @Test func `every command is found under each of its names`() throws {
        for command in try CommandDump.program().all {
            for words in [command.words] + command.formerWords {
                #expect(try CommandWords.prepared(Array(words.dropFirst())) == Array(words.dropFirst()))
            }
        }
    }
}
