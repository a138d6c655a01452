import Bluetooth
import TestSupport
import Testing

@testable import HostStack

/// Sample data of the Core Specification 5.4, volume 3, part H, appendix D and volume 2, part G, section 7.1.2.
struct CryptographyTests {
    static let u = hex("20b003d2 f297be2c 5e2c83a7 e9f9a5b9 eff49111 acf4fddb cc030148 0e359de6")
    static let v = hex("55188b3d 32f6bb9a 900afcfb eed4e72a 59cb9ac2 f19d7cfb 6b4fdd49 f47fc5fd")
    static let x: UInt128 = 0xd5cb_8454_d177_733e_ffff_b2ec_712b_aeab
    static let y: UInt128 = 0xa6e8_e7cc_25a7_5f6e_2165_83f7_ff3d_c4cf
    static let a = DeviceAddress(BluetoothAddress(bits: 0x5612_3737_bfce), .public)
    static let b = DeviceAddress(BluetoothAddress(bits: 0xa713_702d_cfc1), .public)

    /// RFC 4493, section 4.
    @Test(
        arguments: [
            (0, 0xbb1d_6929_e959_3728_7fa3_7d12_9b75_6746),
            (16, 0x070a_16b4_6b4d_4144_f79b_dd9d_d04a_287c),
            (40, 0xdfa6_6747_de9a_e630_30ca_3261_1497_c827),
            (64, 0x51f0_bebf_7e3b_9d92_fc49_7417_7936_3cfe),
        ] as [(Int, UInt128)]
    )
    func `AES-CMAC gives the values of its RFC`(length: Int, expected: UInt128) {
        let message = hex(
            """
            6bc1bee2 2e409f96 e93d7e11 7393172a ae2d8a57 1e03ac9c 9eb76fac 45af8e51
            30c81c46 a35ce411 e5fbc119 1a0a52ef f69f2445 df4f9b17 ad2b417b e66c3710
            """
        )
        let key: UInt128 = 0x2b7e_1516_28ae_d2a6_abf7_1588_09cf_4f3c
        #expect(AES128.cmac(Array(message.prefix(length)), key: key) == expected)
    }

    /// FIPS 197, appendix C.1.
    @Test func `e gives the cipher text of the standard`() {
        let key: UInt128 = 0x0001_0203_0405_0607_0809_0a0b_0c0d_0e0f
        let block: UInt128 = 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff
        #expect(AES128.encrypt(block, key: key) == 0x69c4_e0d8_6a7b_0430_d8cd_b780_70b4_c55a)
    }

    @Test func `f4 gives the sample value`() {
        #expect(SecureConnections.f4(Self.u, Self.v, Self.x, 0) == 0xf2c9_16f1_07a9_bd1c_f1ed_a1be_a974_872d)
    }

    @Test func `f5 gives the sample keys`() {
        let secret = hex("ec0234a3 57c8ad05 341010a6 0a397d9b 99796b13 b4f866f1 868d34f3 73bfa698")
        let keys = SecureConnections.f5(secret, Self.x, Self.y, Self.a, Self.b)
        #expect(keys.longTerm == 0x6986_7911_69d7_cd23_9805_22b5_9475_0a38)
        #expect(keys.mac == 0x2965_f176_a108_4a02_fd3f_6a20_ce63_6e20)
    }

    @Test func `f6 gives the sample value`() {
        let mac: UInt128 = 0x2965_f176_a108_4a02_fd3f_6a20_ce63_6e20
        let r: UInt128 = 0x12a3_343b_b453_bb54_08da_42d2_0c2d_0fc8
        let value = SecureConnections.f6(mac, Self.x, Self.y, r, [1, 1, 2], Self.a, Self.b)
        #expect(value == 0xe3c4_7398_9cd0_e8c5_d26c_0b09_da95_8f61)
    }

    @Test func `g2 gives the sample value`() {
        #expect(SecureConnections.g2(Self.u, Self.v, Self.x, Self.y) == 0x2f9e_d5ba)
    }

    @Test func `c1 gives the sample value`() {
        let value = LegacyPairing.c1(
            0,
            random: 0x5783_D521_56AD_6F0E_6388_274E_C670_2EE0,
            request: hex("01 01 00 00 10 07 07"),
            response: hex("02 03 00 00 08 00 05"),
            initiator: DeviceAddress(BluetoothAddress(bits: 0xA1A2_A3A4_A5A6), .random),
            responder: DeviceAddress(BluetoothAddress(bits: 0xB1B2_B3B4_B5B6), .public)
        )
        #expect(value == 0x1e1e_3fef_8789_88ea_d2a7_4dc5_bef1_3b86)
    }

    @Test func `s1 gives the sample value`() {
        let r1: UInt128 = 0x000F_0E0D_0C0B_0A09_1122_3344_5566_7788
        let r2: UInt128 = 0x0102_0304_0506_0708_99AA_BBCC_DDEE_FF00
        #expect(LegacyPairing.s1(0, r1, r2) == 0x9a1f_e1f0_e8b0_f49b_5b42_16ae_796d_a062)
    }

    @Test func `ah gives the sample value`() {
        #expect(LegacyPairing.ah(0xec02_34a3_57c8_ad05_3410_10a6_0a39_7d9b, 0x70_8194) == 0x0d_fbaa)
    }
}

/// Volume 2, part G, section 7.1.2.1.
struct KeyPairTests {
    static let scalarA = hex("3f49f6d4 a3c55f38 74c9b3e3 d2103f50 4aff607b eb40b799 5899b8a6 cd3c1abd")
    static let scalarB = hex("55188b3d 32f6bb9a 900afcfb eed4e72a 59cb9ac2 f19d7cfb 6b4fdd49 f47fc5fd")
    static let publicA = CurvePoint(
        x: hex("20b003d2 f297be2c 5e2c83a7 e9f9a5b9 eff49111 acf4fddb cc030148 0e359de6"),
        y: hex("dc809c49 652aeb6d 63329abf 5a52155c 766345c2 8fed3024 741c8ed0 1589d28b")
    )
    static let publicB = CurvePoint(
        x: hex("1ea1f0f0 1faf1d96 09592284 f19e4c00 47b58afd 8615a69f 559077b2 2faaa190"),
        y: hex("4c55f33e 429dad37 7356703a 9ab85160 472d1130 e28e3676 5f89aff9 15b1214a")
    )

    @Test func `the debug keys and the other sample pair share the sample secret`() throws {
        let a = try #require(KeyPair(scalar: Self.scalarA)), b = try #require(KeyPair(scalar: Self.scalarB))
        let secret = hex("ec0234a3 57c8ad05 341010a6 0a397d9b 99796b13 b4f866f1 868d34f3 73bfa698")
        #expect(a.publicKey == Self.publicA)
        #expect(b.publicKey == Self.publicB)
        #expect(a.publicKey.x == CurvePoint.debugX)
        #expect(a.sharedSecret(with: b.publicKey) == secret)
        #expect(b.sharedSecret(with: a.publicKey) == secret)
    }

    /// The second set of the same section.
    @Test func `the second sample pairs share their sample secret`() throws {
        let a = try #require(
            KeyPair(scalar: hex("06a51669 3c9aa31a 6084545d 0c5db641 b48572b9 7203ddff b7ac73f7 d0457663"))
        )
        let b = try #require(
            KeyPair(scalar: hex("529aa067 0d72cd64 97502ed4 73502b03 7e8803b5 c60829a5 a3caa219 505530ba"))
        )
        let secret = hex("ab85843a 2f6d883f 62e5684b 38e30733 5fe6e194 5ecd1960 4105c6f2 3221eb69")
        #expect(a.publicKey.x == hex("2c31a47b 5779809e f44cb5ea af5c3e43 d5f8faad 4a8794cb 987e9b03 745c78dd"))
        #expect(b.publicKey.x == hex("f465e43f f23d3f1b 9dc7dfc0 4da87581 84dbc966 204796ec cf0d6cf5 e16500cc"))
        #expect(a.sharedSecret(with: b.publicKey) == secret)
        #expect(b.sharedSecret(with: a.publicKey) == secret)
    }

    @Test(arguments: [
        CurvePoint(x: KeyPairTests.publicA.x, y: KeyPairTests.publicB.y),
        CurvePoint(x: KeyPairTests.publicA.x, y: [UInt8](repeating: 0, count: 32)),
        CurvePoint(x: [UInt8](repeating: 0, count: 32), y: [UInt8](repeating: 0, count: 32)),
        CurvePoint(x: [UInt8](repeating: 0xFF, count: 32), y: KeyPairTests.publicA.y),
    ])
    func `a point off the curve has no shared secret`(point: CurvePoint) throws {
        #expect(try #require(KeyPair(scalar: Self.scalarA)).sharedSecret(with: point) == nil)
    }

    @Test func `a generator that is stuck gives no key, and does not hang`() {
        struct Stuck: RandomNumberGenerator { mutating func next() -> UInt64 { 0 } }
        var stuck = Stuck()
        #expect(KeyPair(using: &stuck) == nil)
    }
}
