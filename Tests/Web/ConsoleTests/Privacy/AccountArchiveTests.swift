import Foundation
import History
import Messages
import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Access
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// All that is kept of an account, in one file.
@Suite(.timeLimit(.minutes(30)))
struct AccountArchiveTests {
    /// The files of an archive of stored files, by name, as its directory has them.
    private func files(_ zip: [UInt8]) throws -> [String: [UInt8]] {
        func number(_ place: Int, _ bytes: Int) -> Int {
            (0..<bytes).reduce(0) { $0 | Int(zip[place + $1]) << (8 * $1) }
        }
        try #require(zip.count >= 22)
        let end = zip.count - 22
        try #require(number(end, 4) == 0x0605_4B50)
        var (place, files) = (number(end + 16, 4), [String: [UInt8]]())
        for _ in 0..<number(end + 10, 2) {
            try #require(number(place, 4) == 0x0201_4B50)
            let (size, length, start) = (number(place + 24, 4), number(place + 28, 2), number(place + 42, 4))
            let name = String(decoding: zip[place + 46..<place + 46 + length], as: UTF8.self)
            let content = start + 30 + number(start + 26, 2)
            files[name] = Array(zip[content..<content + size])
            place += 46 + length + number(place + 30, 2)
        }
        return files
    }

    private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

    @Test func `an archive has everything of the account, nothing of others, and no secret`() async throws {
        try await withConsole { console in
            let (sam, lee, now) = (try Name("sam"), try Name("lee"), WallClock().now)
            for (name, isAdministrator) in [("kim", true), ("sam", false)] {
                let name = try Name(name)
                try console.access.add(name, isAdministrator: isAdministrator, at: now)
                try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: name, from: nil, at: now)
            }
            try console.access.add(
                lee,
                isAdministrator: false,
                grants: [Grant(written: "sam=last:area"), Grant(written: "kim=last")],
                at: now
            )
            let (secret, token) = try console.access.makeToken("phone", of: sam, scope: .admin, at: now)
            let (other, _) = try console.access.makeToken("lee's", of: lee, scope: .admin, at: now)
            let keys = DeviceID(owner: sam, device: try Name("keys"))
            let early = Timestamp(milliseconds: now.milliseconds - 40 * 86_400_000)
            try await console.meetKeys(at: now)
            try await console.ingest([
                try console.fix(of: keys, at: early, sequence: 2),
                try console.fix(of: DeviceID(owner: lee, device: Name("bag")), at: now, sequence: 1),
            ])
            let png: [UInt8] = [1, 2, 3, 4]
            let row = PhotoRow(kind: .png, data: png, updated: now)
            _ = try await console.history.perform { core, now in try core.setPhoto(row, of: keys, at: now) }
            try console.store.write { transaction in
                for owner in [sam, lee] {
                    let place = #"{"url":"https://\#(owner).example.org/t0ken.ics"}"#
                    try transaction.save(CalendarRow(owner: owner, place: Array(place.utf8), updated: now))
                    try transaction.save(
                        ReminderRow(
                            owner: owner, id: Name("umbrella"), payload: Array(#"{"name":"\#(owner)'s"}"#.utf8),
                            state: Array(#"{"status":"holds"}"#.utf8), updated: now))
                    try transaction.save(ReminderRow(owner: owner, id: Name("gone"), payload: [], updated: now))
                    for number in 0..<501 {
                        try transaction.insert(
                            ReminderEventRow(
                                id: "\(owner)-\(number)", owner: owner, reminder: Name("umbrella"), time: now,
                                event: "fired", payload: Array(#"{"told":"\#(owner)-\#(number)"}"#.utf8)))
                    }
                }
            }
            // Lee looks.
            _ = try await console.get("/api/v1/items", headers: ["Authorization": "Bearer \(other.text)"])

            let path = "/api/v1/accounts/sam/export"
            #expect(try await console.get(path, headers: ["Authorization": "Bearer \(other.text)"]).status == 404)
            let answer = try await console.get(path, headers: ["Authorization": "Bearer \(secret.text)"])
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/zip")
            let files = try files(answer.body)
            #expect(text(files["README.txt"]).contains("'sam'"))
            #expect(text(files["account.json"]).contains(token.id))
            #expect(text(files["shares.json"]).contains("sam=last:area") && !text(files["shares.json"]).contains("kim"))
            #expect(text(files["looks.json"]).contains(#""viewer" : "lee""#))
            #expect(text(files["audit.json"]).contains("token-made"))
            #expect(files["items/keys/photo.png"] == png)
            #expect(text(files["items/keys/about.json"]).contains("Keys"))
            #expect(files["items/keys/alerts.jsonl"] != nil)
            #expect(text(files["reminders.json"]).contains(#""name" : "sam's""#))
            #expect(text(files["reminders.json"]).contains(#""status" : "holds""#))
            #expect(!text(files["reminders.json"]).contains("lee") && !text(files["reminders.json"]).contains("gone"))
            #expect(text(files["calendar.json"]).contains(#""host" : "sam.example.org""#))
            #expect(!text(files["calendar.json"]).contains("t0ken"))
            let told = text(files["reminder-events.jsonl"]).split(separator: "\n")
            #expect(Set(told) == Set((0..<501).map { #"{"told":"sam-\#($0)"}"# }))
            #expect(told.count == 501)
            let tables = files.keys.filter { $0.hasPrefix("items/keys/fixes/") && $0.hasSuffix(".csv") }
            let lines = tables.reduce(into: [:]) { lines, name in
                lines[name] = text(files[name]).split(whereSeparator: \.isNewline).count - 1
            }
            // A whole month may lie between the two, whose table has its first line only.
            let months = ["\(early)", "\(now)"].map { "items/keys/fixes/\($0.prefix(7)).csv" }
            #expect(lines.filter { $0.value > 0 } == [months[0]: 1, months[1]: 1])
            #expect(files.keys.allSatisfy { !$0.contains("bag") })
            // Neither what lets somebody in, nor a hash of it.
            let whole = String(decoding: answer.body, as: UTF8.self)
            #expect(!whole.contains("t0ken"))
            #expect(!whole.contains(secret.text) && !whole.contains("scrypt$"))
            #expect(try console.access.audit(limit: 1).first?.event == .accountExported)
        }
    }

    @Test func `an archive has everything of the account among people, and of others only what they let it see`()
        async throws
    {
        try await withConsole { console in
            let boss = try console.boss()
            let (sam, lee, now) = (try Name("sam"), try Name("lee"), WallClock().now)
            for name in [sam, lee] { try console.access.add(name, isAdministrator: false, at: now) }
            let number = ProfileEntry(section: .work, kind: .phone, label: "desk", value: "+49 731 4711")
            let profile = Profile(name: "Sam Zaunkönig", town: "Ulm", shown: [.name], entries: [number])
            try console.access.profiles.replace(profile, of: sam, at: now)
            let secret = ProfileEntry(section: .personal, kind: .phone, value: "+49 30 0815")
            try console.access.profiles.replace(Profile(name: "Lee Amsel", entries: [secret]), of: lee, at: now)
            let picture = PhotoRow(kind: .webp, data: [5, 6, 7], updated: now)
            try console.access.profiles.setPicture(picture, of: sam, at: now)
            try console.access.database.write { session in
                try session.connect(sam, granting: TrustLevel([.work]), with: lee, granting: TrustLevel(), at: now)
                let sql = "INSERT INTO user_groups VALUES ('choir', 'Choir', 'We <b>sing</b>', 0, 'sam', 1)"
                try session.execute(sql)
                try session.execute("INSERT INTO group_members VALUES ('choir', 'sam', 1, 'school', 2)")
                try session.setPicture(PhotoRow(kind: .png, data: [8, 9], updated: now), of: .group("choir"))
                try session.notify(sam, .acceptance, about: lee, at: now)
                try session.notify(lee, .request, text: "for lee's eyes", at: now)
            }
            try foundPages(console.access, of: [sam, lee], at: now)
            let mail = try #require(MailAddress("kim@example.org"))
            _ = try console.access.invitations.invite(
                mail, by: sam, granting: TrustLevel([.work]), to: "choir", at: now)
            let files = try files(try await console.get("/api/v1/accounts/sam/export", headers: boss).body)
            let people = try #require(
                try JSONSerialization.jsonObject(with: Data(files["people.json"] ?? [])) as? [String: Any])
            let told = try #require(people["profile"] as? [String: Any])
            #expect(told["name"] as? String == "Sam Zaunkönig" && told["town"] as? String == "Ulm")
            #expect(told.list("entries").first?["value"] as? String == "+49 731 4711")
            #expect(people.list("contacts").map { $0["account"] as? String } == ["lee"])
            #expect(people.list("contacts").first?["grants"] as? [String] == ["work"])
            let invited = try #require(people.list("invitations_by_mail").first)
            #expect(invited["mail"] as? String == "kim@example.org" && invited["group"] as? String == "choir")
            #expect(invited["grants"] as? [String] == ["work"])
            #expect(people.list("groups").first?["description"] as? String == "We <b>sing</b>")
            #expect(people.list("groups").first?["admin"] as? Bool == true)
            #expect(files["picture.webp"] == [5, 6, 7] && files["groups/choir.png"] == [8, 9])
            let inbox = try #require(
                try JSONSerialization.jsonObject(with: Data(files["inbox.json"] ?? [])) as? [String: Any])
            #expect(inbox.list("notices").map { $0["account"] as? String } == ["lee"])
            let pages = try #require(
                try JSONSerialization.jsonObject(with: Data(files["found-pages.json"] ?? [])) as? [[String: Any]])
            #expect(pages.map { $0["message"] as? String } == ["page of sam"])
            #expect(pages.first?["item"] as? String == "sam/keys" && pages.first?["photo"] as? Bool == true)
            let left = try #require(pages.first?.list("messages").first)
            #expect(left["text"] as? String == "found by sam" && left["contact"] as? String == "at the bar")
            #expect((left["position"] as? [String: Any])?["accuracy_m"] as? Int == 7)
            // A contact's number stays theirs, and so does their inbox.
            for (name, bytes) in files {
                #expect(!text(bytes).contains("0815") && !text(bytes).contains("eyes"), "\(name)")
                #expect(!text(bytes).contains("page of lee") && !text(bytes).contains("found by lee"), "\(name)")
            }
            for name in ["people.json", "inbox.json", "found-pages.json", "picture.*", "groups/*"] {
                #expect(text(files["README.txt"]).contains(name))
            }
        }
    }

    /// A page for finders by each of some accounts, with a message.
    private func foundPages(_ access: AccessControl, of makers: [Name], at now: Timestamp) throws {
        var generator = SeededGenerator(seed: 1)
        for maker in makers {
            let page = FoundPage(
                id: "\(maker)", code: FoundCode(using: &generator),
                item: DeviceID(owner: maker, device: try Name("keys")), itemCreated: now, account: maker,
                look: FoundPageLook(message: "page of \(maker)", showsPhoto: true), created: now, codeCreated: now,
                messages: 0
            )
            let place = FinderMessage.Position(coordinate: try Coordinate(latitude: 1, longitude: 2), accuracy: 7)
            let content = FinderMessage.Content(text: "found by \(maker)", contact: "at the bar", position: place)
            try access.database.write { session in
                try session.insert(page)
                _ = try session.insert(content, at: page, at: now)
            }
        }
    }

    @Test func `what is not there, and what is another's, cannot be had`() async throws {
        try await withConsole { console in
            let answer = try await console.get("/api/v1/accounts/nobody/export")
            #expect(answer.status == 404)
            let path = "/api/v1/accounts/nobody/erasure"
            let erasure = try await console.send("POST", path, json: #"{"account":"nobody"}"#)
            #expect(erasure.status == 404)
        }
    }
}
