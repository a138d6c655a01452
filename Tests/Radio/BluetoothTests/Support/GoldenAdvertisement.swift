import Bluetooth
import Foundation
import Settings
import TestSupport
import Testing

/// The advertising data of a tag of each shipped profile.
struct GoldenAdvertisement: Sendable, CustomTestStringConvertible {
    let profile: String
    let data: [UInt8]

    var testDescription: String { profile }

    init(_ profile: String, _ text: String) {
        (self.profile, data) = (profile, hex(text))
    }

    static let all = [
        GoldenAdvertisement(
            "itag",
            """
            02 01 06             -- flags
            03 02 E0 FF          -- some services: FFE0
            05 09 69 54 41 47    -- name: iTAG
            """
        ),
        GoldenAdvertisement(
            "find-me",
            """
            02 01 06             -- flags
            07 03 02 18 03 18 04 18  -- services: 1802, 1803, 1804
            07 09 46 69 6E 64 65 72  -- name: Finder
            02 0A 00             -- power: 0 dBm
            """
        ),
        GoldenAdvertisement(
            "tile",
            """
            02 01 06             -- flags
            03 03 ED FE          -- services: FEED
            0D 16 ED FE          -- service data FEED
            02 00                --   version
            11 22 33 44 55 66 77 88  --   a number that changes
            """
        ),
        GoldenAdvertisement(
            "chipolo",
            """
            02 01 06             -- flags
            0B 16 33 FE          -- service data FE33
            10 01                --   away from its owner
            A1 A2 A3 A4 A5 A6    --   a number
            """
        ),
        GoldenAdvertisement(
            "pebblebee",
            """
            02 01 06             -- flags
            03 03 25 FA          -- services: FA25
            07 16 25 FA          -- service data FA25
            01 02 03 04          --   the maker's
            """
        ),
        GoldenAdvertisement(
            "smarttag",
            """
            17 16 5A FD          -- service data FD5A
            13                   --   state: 3, away for long
            0A 0B 0C             --   aging counter
            01 23 45 67 89 AB CD EF  --   privacy id
            02                   --   battery: 2, medium
            00 00 00             --   reserved
            DE AD BE EF          --   signature
            """
        ),
        // eu.darken.fmdn.sonar, AFNTrackerPingTest: captured.
        GoldenAdvertisement(
            "airtag-unpaired",
            """
            1E FF 4C 00          -- manufacturer: Apple
            07 19                --   proximity pairing, 25 bytes
            05                   --   an AirTag
            00 55 10 00 00 01 3C 0B AF 07 2D 1F 1B 2B 85 B2 23 2E B9 67 97 E7 36 D3
            """
        ),
        // theengs/decoder, test_ble.cpp: captured.
        GoldenAdvertisement(
            "apple-device",
            """
            1E FF 4C 00          -- manufacturer: Apple
            12 19                --   Find My, 25 bytes
            00                   --   status: a device
            3D 99 67 E0 D6 7B F5 56 17 93 90 43 E4 8F D6 76 21 44 DA 3E 35 16  --   key
            03                   --   its upper bits
            00                   --   hint
            """
        ),
        GoldenAdvertisement(
            "find-my",
            """
            1E FF 4C 00          -- manufacturer: Apple
            12 19                --   Find My, 25 bytes
            90                   --   status: battery 2, low; kind 1, AirTag
            00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 12 13 14 15  --   key
            03                   --   its upper bits
            00                   --   hint
            """
        ),
        GoldenAdvertisement(
            "dult",
            """
            02 01 06             -- flags
            09 16 B2 FC          -- service data FCB2
            01                   --   network: Apple
            01                   --   near its owner
            CA FE BA BE          --   the maker's
            """
        ),
        GoldenAdvertisement(
            "fmdn",
            """
            02 01 06             -- flags
            19 16 AA FE          -- service data FEAA
            41                   --   warns of unwanted tracking
            00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 12 13  --   a number that changes
            5A                   --   flags, hashed
            """
        ),
        GoldenAdvertisement(
            "ibeacon",
            """
            02 01 06             -- flags
            1A FF 4C 00          -- manufacturer: Apple
            02 15                --   iBeacon, 21 bytes
            E2 C5 6D B5 DF FB 48 D2 B0 60 D0 F5 A7 10 96 E0  --   UUID
            00 2A                --   major: 42
            01 00                --   minor: 256
            C5                   --   power at a metre: -59 dBm
            """
        ),
        GoldenAdvertisement(
            "eddystone",
            """
            02 01 06             -- flags
            03 03 AA FE          -- services: FEAA
            17 16 AA FE          -- service data FEAA
            00                   --   UID
            EE                   --   power at no distance: -18 dBm
            01 02 03 04 05 06 07 08 09 0A  --   namespace
            0B 0C 0D 0E 0F 10    --   instance
            00 00                --   reserved
            """
        ),
        // AltBeacon Protocol Specification 1.0: made by it.
        GoldenAdvertisement(
            "altbeacon",
            """
            02 01 06             -- flags
            1B FF 18 01          -- manufacturer: 0118, Radius Networks
            BE AC                --   AltBeacon
            2F 23 44 54 CF 6D 4A 0F AD F2 F4 91 1B A9 FF A6 00 01 00 02  --   identity
            C5                   --   power at a metre: -59 dBm
            00                   --   the maker's
            """
        ),
        // Ruuvi, "Data format 5": valid data.
        GoldenAdvertisement(
            "ruuvi",
            """
            02 01 06             -- flags
            1B FF 99 04          -- manufacturer: Ruuvi
            05                   --   format 5
            12 FC 53 94 C3 7C    --   24.3 degrees, 53.49 %, 1000.44 hPa
            00 04 FF FC 04 0C    --   0.004 g, -0.004 g, 1.036 g
            AC 36                --   2977 mV, 4 dBm
            42 00 CD             --   66 movements, measurement 205
            CB B8 33 4C 88 4F    --   address
            """
        ),
        // theengs/decoder, test_ble.cpp.
        GoldenAdvertisement(
            "nut",
            """
            02 01 06             -- flags
            03 03 0A 18          -- services: 180A
            05 FF 12 34 56 78    -- manufacturer
            04 09 6E 75 74       -- name: nut
            """
        ),
        // Unverified: by the service alone.
        GoldenAdvertisement(
            "trackr",
            """
            02 01 06             -- flags
            03 03 3E 0F          -- services: 0F3E
            07 09 54 72 61 63 6B 52  -- name: TrackR
            """
        ),
        // theengs/decoder, test_ble.cpp.
        GoldenAdvertisement(
            "moko",
            """
            02 01 06             -- flags
            13 16 AB FE          -- service data FEAB
            70 00 0A             --   sensors
            01 12 01 EE 0C AF    --   27.4 degrees, 49.4 %, 3247 mV
            03 DE F1 46 35 99 8A --   what is not read
            """
        ),
        // theengs/decoder, test_ble.cpp.
        GoldenAdvertisement(
            "kkm",
            """
            02 01 06             -- flags
            03 03 AA FE          -- services: FEAA
            0C 16 AA FE          -- service data FEAA
            21 01 07             --   KKM: voltage, temperature, humidity
            0E 5B 15 4F 21 69    --   3675 mV, 21.3 degrees, 33.4 %
            """
        ),
        // theengs/decoder, test_ble.cpp.
        GoldenAdvertisement(
            "jaalee",
            """
            1B FF 4C 00          -- manufacturer: Apple
            02 15 EB EF D0 83 70 A2 47 C8 98 37 E7 B5 63 4D F5 25  --   iBeacon, UUID
            67 F8 57 BE          --   26.1 degrees, 34.3 %
            CB 64                --   power, battery: 100 %
            """
        ),
        // Minew, "MiniBeaconPlus Configuration Instruction", section 2.2.
        GoldenAdvertisement(
            "minew",
            """
            02 01 06             -- flags
            03 03 E1 FF          -- services: FFE1
            13 16 E1 FF          -- service data FFE1
            A1 08 64             --   information, battery: 100 %
            00 13 02 E4 CD AB    --   address
            50 4C 55 53 30 30 31 --   name: PLUS001
            """
        ),
        // Unverified: by the services alone.
        GoldenAdvertisement(
            "smarttag-unpaired",
            """
            02 01 06             -- flags
            03 03 59 FD          -- services: FD59
            """
        ),
        GoldenAdvertisement(
            "samsung-find",
            """
            02 01 06             -- flags
            03 03 69 FD          -- services: FD69
            """
        ),
        GoldenAdvertisement(
            "tagalong-t1",
            """
            02 01 06             -- flags
            11 07 DA 18 52 49 5C C6 96 A2 D7 4D D7 9A 00 00 C1 83  -- services: Tagalong's
            09 09 54 61 67 61 6C 6F 6E 67  -- name: Tagalong
            """
        ),
    ]

    static func of(_ profile: String) throws -> Advertisement {
        let golden = try #require(all.first { $0.profile == profile })
        return try Advertisement(decoding: golden.data)
    }
}

/// The profiles that the package ships.
func shippedLibrary() throws -> ProfileLibrary {
    try ProfileLibrary(directories: [packageRoot.appending(path: "devices").path])
}
