import Broker
import Messages
import Testing
import Tracking

struct ForeignRulesTests {
    private func rules() throws -> ForeignRules {
        let tracker = BrokerClient.tracker(try RoleCase.device("sam/keys"))
        let record = ClientRecord(user: tracker.user(), client: tracker)
        return ForeignRules(owner: "home", [record], topics: Topics())
    }

    @Test func `an acl_file has each client's topics`() throws {
        #expect(
            try rules().aclFile == """
                # For mosquitto.conf: allow_anonymous false, password_file FILE, acl_file THIS FILE.
                # 'mosquitto_passwd FILE USER' asks for a user's password and adds it.

                # the history service, the console and the command line
                user home
                topic readwrite homeassistant/#
                topic readwrite owntracks/#
                topic readwrite tagalong/#

                # tracker sam/keys
                user sam.keys
                topic write owntracks/sam/keys
                topic read owntracks/sam/keys/cmd
                topic write tagalong/sam/keys/availability
                topic read tagalong/sam/keys/command
                topic read tagalong/sam/keys/desired
                topic write tagalong/sam/keys/reported
                topic write tagalong/sam/keys/result
                topic read tagalong/sam/keys/stored

                """
        )
    }

    @Test func `the commands have the same rights and no password`() throws {
        let lines = try rules().commands.split(separator: "\n").map(String.init)
        let run = "mosquitto_ctrl -o \"$OPTIONS\" dynsec"
        #expect(lines.contains("\(run) setDefaultACLAccess publishClientReceive deny"))
        #expect(lines.contains("\(run) createClient 'sam.keys' -c 'tagalong-sam-keys'"))
        #expect(
            lines.contains("\(run) addRoleACL 'tracker:sam/keys' publishClientSend 'tagalong/sam/keys/result' allow 0")
        )
        #expect(lines.contains("\(run) addClientRole 'sam.keys' 'tracker:sam/keys' 0"))
        #expect(!lines.contains { $0.contains(" -p ") })
    }
}
