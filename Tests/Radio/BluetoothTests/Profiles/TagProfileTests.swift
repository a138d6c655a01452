import Bluetooth
import Messages
import Settings
import Testing
import Tracking

struct TagProfileTests {
    private func profile(_ text: String) throws -> TagProfile {
        try TagProfile(SettingsFile(name: "some/a.yaml", text: "model: A\n" + text))
    }

    @Test func `a profile says how to recognise a tag and what to do with it`() throws {
        let read = try profile(
            """
            bluetooth: {rssi-at-1m-dbm: -63, path-loss-exponent: 2.5, advertise-every: 2s}
            battery: {capacity-mah: 220}
            recognise:
              - name: Key*
                ignore-case: true
                service: [1802, 83C10000-9AD7-4DD7-A296-C65C495218DA]
              - service-data: {uuid: FD5A, data: 10 02, mask: F8 07, length: 20}
                manufacturer: {company: 0x004C, data: "1219"}
              - {format: ibeacon, uuid: E2C56DB5-DFFB-48D2-B060-D0F5A71096E0, major: 7}
            gatt:
              tagalong: true
              ring: [standard, {characteristic: 2C02, value: 01, stop: 02, lasts: 5s, when: separated, subscribe: yes}]
              battery: {service: 180F, characteristic: 2A19}
              button: {service: FFE0, characteristic: FFE1, value: 01}
              silence: {characteristic: 2A06, value: 00 01, with-response: true}
            """
        )
        let uuid = BluetoothUUID.written("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")
        #expect(read.name.text == "a")
        #expect(read.pathLoss == PathLoss(powerAtOneMetre: -63, exponent: 2.5))
        let patterns = [
            TagPattern(
                name: NameCondition("Key", isPrefix: true, ignoresCase: true),
                services: [BluetoothUUID(0x1802), .written("83C10000-9AD7-4DD7-A296-C65C495218DA")]
            ),
            TagPattern(
                serviceData: DataCondition(key: BluetoothUUID(0xFD5A), data: [0x10, 2], mask: [0xF8, 7], length: 20),
                manufacturer: DataCondition(key: 0x004C, data: [0x12, 0x19])
            ),
            TagPattern(frame: .iBeacon(uuid: uuid, major: 7)),
        ]
        #expect(read.patterns == patterns)
        let sound = TagCharacteristic(uuid: BluetoothUUID(0x2C02))
        let ring = TagControls.Ring(
            start: TagWrite(characteristic: sound, value: [1]),
            stop: TagWrite(characteristic: sound, value: [2]),
            lasts: .seconds(5),
            onlyWhenSeparated: true,
            subscribes: true
        )
        #expect(read.controls.rings.last == ring)
        #expect(read.controls.rings.count == 2)
        #expect(read.controls.battery == TagCharacteristic(service: BluetoothUUID(0x180F), uuid: BluetoothUUID(0x2A19)))
        #expect(read.controls.silence?.value == [0, 1])
        #expect(read.controls.isTagalong)
        #expect(!read.controls.isPresenceOnly)
    }

    @Test func `a profile for the simulator alone recognises nothing`() throws {
        let read = try profile("gnss: {give-up: 60s}\nmodem: {anything: here}")
        #expect(read.patterns.isEmpty)
        #expect(read.controls.isPresenceOnly)
    }

    @Test(arguments: [
        ("recognize: {service: 1802}", "2: unknown key 'recognize', did you mean 'recognise'?"),
        ("recognise:\n  - servce: 1802", "3: unknown key 'servce', did you mean 'service'?"),
        (
            "recognise:\n  - name: x\n    service: 18",
            "4: 'service' is '18': a UUID, 4 hexadecimal digits such as 180F or 32 in five groups, is expected"
        ),
        ("recognise: []", "2: 'recognise' is a list: one alternative or more is expected"),
        (
            "recognise:\n  - {}",
            "3: an alternative of 'recognise' has no condition: "
                + "name, service, service-data, manufacturer or format is expected"
        ),
        ("recognise: {name: '*'}", "2: 'name' is '*': a name, or its beginning such as iTAG*, is expected"),
        ("recognise: {service: 1802, ignore-case: true}", "2: 'ignore-case' goes with 'name'"),
        ("recognise:\n  service-data: {data: 01}", "3: 'uuid' is missing"),
        (
            "recognise:\n  service-data: {uuid: FD5A, data: 0}",
            "3: 'data' is '0': 1 to 255 bytes in hexadecimal, such as 01 or 12 19, is expected"
        ),
        (
            "recognise:\n  service-data: {uuid: FD5A, data: 01 02, mask: FF}",
            "3: 'mask' is 'FF': as many bytes as 'data' has, 2, is expected"
        ),
        (
            "recognise:\n  service-data: {uuid: FD5A, data: 01 02, length: 1}",
            "3: 'length' is '1': a whole number from 2 to 255 bytes is expected"
        ),
        (
            "recognise:\n  manufacturer: {company: 4C}",
            "3: 'company' is '4C': an assigned number of four hexadecimal digits such as 004C is expected"
        ),
        ("recognise:\n  manufacturer: {company: 004C, uuid: FEAA}", "3: 'uuid' does not go with 'manufacturer'"),
        ("recognise: {format: ibeakon}", "2: 'format' is 'ibeakon', did you mean 'ibeacon'?"),
        ("recognise: {format: dult, major: 1}", "2: 'major' does not go with 'format: dult'"),
        ("recognise: {name: x, major: 1}", "2: 'major' does not go with an alternative without 'format'"),
        (
            "recognise: {format: eddystone, frame: tlm, namespace: 00 00}",
            "2: 'namespace' goes with 'frame: uid': other frames have none"
        ),
        (
            "recognise: {format: ibeacon, major: 70000}",
            "2: 'major' is '70000': a whole number from 0 to 65535 is expected"
        ),
        ("gatt: {rings: standard}", "2: unknown key 'rings', did you mean 'ring'?"),
        ("gatt: {presence: true, ring: standard}", "2: 'ring' does not go with 'presence: true'"),
        ("gatt: {presence: false}", "2: 'presence' is 'false': true, or other keys instead of it, is expected"),
        (
            "gatt: {ring: loud}",
            "2: 'ring' is 'loud': 'standard', or a mapping with 'characteristic', is expected"
        ),
        ("gatt:\n  ring: {characteristic: 2A06}", "3: 'value' is missing"),
        (
            "gatt:\n  ring: {characteristic: 2A06, value: 1}",
            "3: 'value' is '1': 1 to 512 bytes in hexadecimal, such as 01 or 12 19, is expected"
        ),
        (
            "gatt:\n  ring: {characteristic: 2A06, value: 01, when: never}",
            "3: 'when' is 'never': one of always or separated is expected"
        ),
        ("gatt: {button: {service: FFE0}}", "2: 'characteristic' is missing"),
        (
            "bluetooth: {rssi-at-1m-dbm: 5}",
            "2: 'rssi-at-1m-dbm' is '5': a number from -100 to 0 dBm is expected"
        ),
        ("bluetooth: {rssi: -50}", "2: unknown key 'rssi', did you mean 'rssi-at-1m-dbm'?"),
    ])
    func `a wrong profile is refused with its place`(text: String, sentence: String) {
        #expect(errorText { _ = try profile(text) } == "some/a.yaml:\(sentence)")
    }

    @Test func `a file whose name cannot be a profile's is refused`() {
        let text = errorText { _ = try TagProfile(SettingsFile(name: "d/my tag.yaml", text: "model: A")) }
        #expect(text.hasPrefix("d/my tag.yaml: the file's name without '.yaml' names the profile: 'my tag' is no name"))
    }
}
