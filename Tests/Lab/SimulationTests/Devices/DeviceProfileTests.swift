import Foundation
import Settings
import Simulation
import TestSupport
import Testing
import Tracking

struct DeviceProfileTests {
    @Test func `the shipped T1 is what a profile is without changes`() throws {
        let file = try SettingsFile(path: packageRoot.appending(path: "devices/tagalong-t1.yaml").path)
        #expect(try DeviceProfile(file) == DeviceProfile())
    }

    @Test func `every shipped profile can be simulated`() throws {
        let directory = packageRoot.appending(path: "devices").path
        let files = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".yaml") }
        #expect(files.count >= 12)
        for file in files {
            let profile = try DeviceProfile(SettingsFile(path: "\(directory)/\(file)"))
            #expect(!profile.model.isEmpty)
        }
    }

    @Test func `a profile changes what it names and skips the gateway's sections`() throws {
        let text = """
            model: Pebble
            keeps-fixes: 10000
            bluetooth: {range-m: 40, report-every: 2s, loss: 10%}
            gnss: {give-up: 60s}
            modem: {report-every: 1h}
            processor: {idle-ma: 0.1}
            battery: {capacity-mah: 100, volts: 3}
            recognise: {service: 1234}
            gatt: [anything]
            """
        let profile = try DeviceProfile(SettingsFile(name: "pebble.yaml", text: text))
        var expected = DeviceProfile()
        (expected.model, expected.keptFixes, expected.isOurs) = ("Pebble", 10_000, false)
        (expected.bluetooth.range, expected.bluetooth.reportEvery, expected.bluetooth.loss) = (40, .seconds(2), 0.1)
        expected.gnss.giveUp = .seconds(60)
        (expected.modem.reportEvery, expected.processor.idleCurrent) = (.seconds(3600), 0.1)
        (expected.battery.capacity, expected.battery.volts) = (100, 3)
        #expect(profile == expected)
        #expect(profile.battery.energy == 300)
    }

    @Test(arguments: [
        ("firmware: 1.0", "a.yaml:1: 'model' is missing"),
        ("model: x\nbattry: 3", "a.yaml:2: unknown key 'battry', did you mean 'battery'?"),
        (
            "model: x\nkeeps-fixes: 10",
            "a.yaml:2: 'keeps-fixes' is '10': a whole number from 10000 to 10000000 fixes is expected"
        ),
        ("model: x\ngnss:\n  give: 3s", "a.yaml:3: unknown key 'give', did you mean 'give-up'?"),
        (
            "model: x\ngnss: {give-up: soon}",
            "a.yaml:2: 'give-up' is 'soon': a duration such as 5m10s, 1h or 250ms from 0s to 1h is expected"
        ),
    ])
    func `a wrong profile is refused with its place`(text: String, sentence: String) {
        #expect(errorText { _ = try DeviceProfile(SettingsFile(name: "a.yaml", text: text)) } == sentence)
    }

    @Test func `the directory given goes before the scenario's, and that before the built-in profile`() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "devices-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for directory in ["given", "devices", "scenarios"] {
            let url = root.appending(path: directory)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data("model: \(directory)".utf8).write(to: url.appending(path: "t9.yaml"))
        }
        let place = Place(file: root.appending(path: "scenarios/x.yaml").path, line: 3)
        let given = DeviceLibrary(directories: [root.appending(path: "given").path])
        #expect(try given.profile(Name("t9"), for: place).model == "given")
        #expect(try DeviceLibrary().profile(Name("t9"), for: place).model == "devices")
        #expect(try DeviceLibrary().profile(Name("tagalong-t1"), for: place) == DeviceProfile())
    }
}
