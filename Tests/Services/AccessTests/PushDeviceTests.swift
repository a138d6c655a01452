import Access
import Cryptography
import Foundation
import StoreSupport
import Testing
import Tracking

/// Browsers that accounts are told in by Web Push.
@Suite(.onBothEngines) struct PushDeviceTests {
    private let bench: AccessBench
    private let sam: Name

    init() throws {
        bench = try AccessBench()
        sam = try Name("sam")
    }

    @discardableResult
    private func add(
        _ number: Int, of account: Name?, session: String? = nil, at seconds: Double = 1
    ) throws -> PushDevice {
        var generator = SystemRandomNumberGenerator()
        return try bench.access.addPushDevice(
            "https://push.example/\(number)",
            key: [4] + P256Key(using: &generator).point,
            secret: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 16),
            name: "Firefox on Android",
            of: account,
            session: session,
            from: "192.0.2.1",
            at: bench.at(seconds)
        )
    }

    private func ids(_ account: Name?) throws -> [String] { try bench.access.pushDevices(of: account).map(\.id) }

    @Test func `the key is made once`() throws {
        let key = try bench.access.pushKey()
        #expect(try AccessControl(path: bench.path, rounds: 1 << 10).pushKey().point == key.point)
    }

    @Test func `the same endpoint is the same browser, with what has changed of it`() throws {
        try bench.account()
        let first = try add(1, of: nil)
        let again = try add(1, of: sam, at: 9)
        #expect(again.id == first.id && again.created == first.created && again.key != first.key)
        #expect(try ids(nil) == [] && ids(sam) == [first.id])
    }

    @Test func `quiet hours are one browser's, of its account alone, and stay when it subscribes anew`() throws {
        try bench.account()
        let (first, second) = (try add(1, of: sam), try add(2, of: sam, at: 2))
        let night = try QuietHours("22:00-07:00")
        #expect(try bench.access.setQuietHours(night, ofPushDevice: first.id, of: nil) == nil)
        #expect(try bench.access.setQuietHours(night, ofPushDevice: first.id, of: sam)?.quiet == night)
        try add(1, of: sam, at: 9)
        #expect(try bench.access.pushDevices(of: sam).map(\.quiet) == [night, nil])
        #expect(try bench.access.setQuietHours(nil, ofPushDevice: first.id, of: sam)?.quiet == nil)
        #expect(try bench.access.setQuietHours(night, ofPushDevice: "none", of: sam) == nil)
        #expect(try ids(sam) == [first.id, second.id])
    }

    @Test func `an account has so many, and each more is refused`() throws {
        try bench.account()
        for number in 0..<AccessControl.mostPushDevices { try add(number, of: sam) }
        #expect(throws: AccessError.tooManyPushDevices) { try add(99, of: sam) }
        // Those that are there may change.
        try add(3, of: sam)
        #expect(try ids(sam).count == AccessControl.mostPushDevices)
    }

    @Test func `a browser goes with its session when somebody logs out, and no other does`() throws {
        try bench.account()
        let opened = try bench.logIn("tannenbaum")
        try add(1, of: sam, session: opened.session.id)
        let other = try add(2, of: sam, session: try bench.logIn("tannenbaum").session.id)
        try bench.access.logOut(opened.secret, from: "192.0.2.1", at: bench.at(5))
        #expect(try ids(sam) == [other.id])
    }

    @Test(arguments: ["passcode set", "passcode removed", "sessions revoked", "account removed", "account erased"])
    func `all of an account go with what ends its sessions`(end: String) throws {
        try bench.account()
        try bench.account("kim")
        try add(1, of: sam)
        let kim = try add(2, of: Name("kim"))
        switch end {
        case "passcode set":
            let passcode = try Passcode("weihnachten")
            try bench.access.setPasscode(passcode, current: "tannenbaum", of: sam, from: "192.0.2.1", at: bench.at(2))
        case "passcode removed":
            try bench.access.removePasscode(current: nil, of: sam, from: nil, at: bench.at(2))
        case "sessions revoked": try bench.access.revokeSessions(of: sam, at: bench.at(2))
        case "account removed": try bench.access.remove(sam, at: bench.at(2))
        default: _ = try bench.access.beginErasure(of: sam, owner: sam, waits: false, at: bench.at(2))
        }
        #expect(try bench.access.pushDevices().map(\.id) == [kim.id])
    }

    @Test func `one of before there was a passcode tells nobody once there is one`() throws {
        let device = try add(1, of: nil)
        #expect(try bench.access.pushDevice(device.id)?.viewer == .anybody)
        try bench.access.add(sam, isAdministrator: true, at: bench.start)
        #expect(try bench.access.pushDevice(device.id) != nil)
        try bench.account("kim")
        #expect(try bench.access.pushDevice(device.id) == nil)
    }

    @Test func `another account's is not removed, and one that was made anew is not forgotten`() throws {
        try bench.account()
        let device = try add(1, of: sam)
        try bench.access.removePushDevice(device.id, of: Name("kim"), from: "192.0.2.1", at: bench.at(2))
        try bench.access.removePushDevice(device.id, of: nil, from: "192.0.2.1", at: bench.at(2))
        try add(1, of: sam)
        try bench.access.forget(device)
        #expect(try ids(sam) == [device.id])
        try bench.access.removePushDevice(device.id, of: sam, from: "192.0.2.1", at: bench.at(3))
        #expect(try ids(sam) == [])
        #expect(try bench.access.audit().map(\.event).prefix(2) == [.pushDeviceRemoved, .pushDeviceAdded])
    }

    @Test func `what is kept of an account tells of its browsers`() throws {
        try bench.account()
        let device = try add(1, of: sam)
        try bench.access.notePush(to: device.id, at: bench.at(7))
        let portrait = try bench.access.portrait(of: sam, owner: sam)
        #expect(portrait.pushDevices.map(\.id) == [device.id])
        #expect(portrait.pushDevices.first?.sent == bench.at(7))
    }
}
