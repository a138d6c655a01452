internal import Foundation
internal import Messages
internal import Settings
internal import Tracking

/// Reads one cloud of `clouds.yaml`.
struct CloudReader {
    let value: SettingsValue
    let environment: [String: String]

    /// The clouds that there are adapters for.
    ///
    /// Another one has its word here, its keys below and a line that makes it.
    enum Kind: String, CaseIterable { case hologram }

    enum Key: String, SettingsKey {
        case kind
        case tokenFile = "token-file"
        case devices
        case keyFile = "api-key-file"
        case url
        case organization
        case transport = "protocol"
        case port
        case isEncrypted = "encrypted"
    }

    /// The shortest token, in characters: of hexadecimal digits, 80 bits.
    private static let shortestToken = 20

    func entry(named name: Name) throws(SettingsError) -> CloudEntry {
        let section = try value.section(Key.self)
        let cloud: any CellularCloud
        let isDevice: (String) -> Bool
        let expectation: String
        switch try section.required(.kind).word(Kind.self) {
        case .hologram:
            cloud = try hologram(section)
            (isDevice, expectation) = (HologramCloud.isDevice, HologramCloud.expectation)
        }
        let token = try token(section)
        var trackers: [String: DeviceID] = [:]
        var devices: [DeviceID: String] = [:]
        for (device, value) in try section.required(.devices).named() {
            guard isDevice(device) else {
                throw SettingsError(value.place, "the device '\(device.excerpt(40))': \(expectation) is expected")
            }
            let tracker = try tracker(value)
            if let other = devices.updateValue(device, forKey: tracker) {
                throw SettingsError(value.place, "\(tracker) is device \(other) already: one device is expected")
            }
            trackers[device] = tracker
        }
        return CloudEntry(name: name, cloud: cloud, token: token, trackers: trackers)
    }

    private func token(_ section: SettingsSection<Key>) throws(SettingsError) -> SecretText {
        let file = try section.required(.tokenFile)
        let token = try SecretFile.read(try file.string(), at: file.place, environment: environment)
        let isPlain = token.value.utf8.allSatisfy { Name.isAllowed($0) || $0 == UInt8(ascii: ".") }
        guard isPlain, token.value.utf8.count >= Self.shortestToken else {
            throw SettingsError(
                file.place,
                "the token: at least \(Self.shortestToken) letters, digits, '_', '-' or '.' are expected; "
                    + "'openssl rand -hex 24' makes one"
            )
        }
        return token
    }

    private func tracker(_ value: SettingsValue) throws(SettingsError) -> DeviceID {
        let parts = try value.string().split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let owner = try? Name(parts[0]), let device = try? Name(parts[1]),
            !Topics.isReserved(owner)
        else { throw value.unexpected("a tracker as OWNER/TRACKER") }
        return DeviceID(owner: owner, device: device)
    }

    private func hologram(_ section: SettingsSection<Key>) throws(SettingsError) -> HologramCloud {
        var cloud = HologramCloud()
        if let url = section[.url] { cloud.url = try address(url) }
        cloud.organization = try section[.organization]?.integer(in: 1...Int(Int32.max))
        if let transport = section[.transport] { cloud.transport = try transport.word(HologramCloud.Transport.self) }
        cloud.isEncrypted = try section[.isEncrypted]?.flag()
        guard let file = section[.keyFile] else {
            guard let port = section[.port] else { return cloud }
            throw SettingsError(port.place, "'port' is of use only with 'api-key-file'")
        }
        cloud.key = try SecretFile.read(try file.string(), at: file.place, environment: environment)
        cloud.port = try section.required(.port).integer(in: 1...65_535)
        return cloud
    }

    /// The address of an interface, without a slash at the end; the key goes there, so it is encrypted unless it stays on
    /// this machine.
    private func address(_ value: SettingsValue) throws(SettingsError) -> String {
        var text = try value.string()
        while text.last == "/" { text.removeLast() }
        let parts = URLComponents(string: text)
        let isHere = ["127.0.0.1", "localhost", "[::1]"].contains(parts?.host ?? "")
        guard let parts, parts.host?.isEmpty == false, parts.scheme == "https" || parts.scheme == "http" && isHere,
            parts.user == nil, parts.query == nil, parts.fragment == nil
        else { throw value.unexpected("a URL that begins with https://, without user and query,") }
        return text
    }
}
