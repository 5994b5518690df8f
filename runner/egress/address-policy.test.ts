import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyAddress } from './address-policy.ts'

const dotted = (bytes: readonly number[]) => bytes.join('.')
const hexGroup = (high = 0, low = 0) => ((high << 8) | low).toString(16)
const byte = fc.integer({ min: 0, max: 255 })
const fourBytes = fc.tuple(byte, byte, byte, byte)

describe('classifyAddress', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '32.1.0.0',
    '32.2.0.1',
    '100.63.255.255',
    '100.128.0.0',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.1',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81c::200e',
    '2001:4860:4860::8888',
    '2001:200::1',
  ])('allows the public address %s', (address) => {
    expect(classifyAddress(address)).toEqual({ allowed: true })
  })

  it.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['10.0.0.1', 'private'],
    ['100.64.0.1', 'carrier grade nat'],
    ['100.100.100.200', 'carrier grade nat'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.255', 'loopback'],
    ['168.63.129.16', 'cloud metadata'],
    ['169.254.169.254', 'cloud metadata'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.192', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['192.31.196.1', 'as112'],
    ['192.52.193.1', 'amt'],
    ['192.88.99.1', 'reserved'],
    ['192.175.48.1', 'as112'],
    ['192.168.255.255', 'private'],
    ['198.18.0.1', 'reserved'],
    ['198.19.255.255', 'reserved'],
    ['198.51.100.7', 'reserved'],
    ['203.0.113.7', 'reserved'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified, carries 0.0.0.0'],
    ['::1', 'loopback, carries 0.0.0.1'],
    ['::7f00:1', 'not global unicast, carries 127.0.0.1'],
    ['::ffff:127.0.0.1', 'ipv4 mapped, carries 127.0.0.1'],
    ['::ffff:8.8.8.8', 'ipv4 mapped, carries 8.8.8.8'],
    ['::ffff:0:10.0.0.1', 'rfc6145, carries 10.0.0.1'],
    ['64:ff9b::169.254.169.254', 'rfc6052, carries 169.254.169.254'],
    ['64:ff9b:1::10.0.0.1', 'rfc6052, carries 10.0.0.1'],
    ['100::1', 'discard'],
    ['2001::1', 'teredo, carries 255.255.255.254'],
    ['2001:0:0:0:0:0:80ff:fffe', 'teredo, carries 127.0.0.1'],
    ['2001:2::1', 'benchmarking'],
    ['2001:20::1', 'orchid2'],
    ['2001:1ff::1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['2620:4f:8000::1', 'as112v6'],
    ['3fff::1', 'reserved'],
    ['2002:7f00:1::1', '6to4, carries 127.0.0.1'],
    ['2a00:1450:4001:81c:0:5efe:7f00:1', 'isatap, carries 127.0.0.1'],
    ['2a00:1450:4001:81c:200:5efe:a00:1', 'isatap, carries 10.0.0.1'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'cloud metadata'],
    ['fdff::1', 'unique local'],
    ['fe80::1', 'link local'],
    ['fec0::1', 'deprecated site local'],
    ['ff02::1', 'multicast'],
    ['4000::1', 'not global unicast'],
  ])('refuses %s: %s', (address, reason) => {
    expect(classifyAddress(address)).toEqual({ allowed: false, reason })
  })

  it.each([
    '',
    'localhost',
    '1.1.1',
    '0x01010101',
    '16843009',
    '01.1.1.1',
    '1.1.1.1 ',
    '2606:4700::1%eth0',
    '[2606:4700::1]',
    '1.1.1.1/8',
  ])('refuses %j, which is not an IP address in standard notation', (text) => {
    expect(classifyAddress(text)).toEqual({ allowed: false, reason: 'not an IP address' })
  })

  it.each(['400:5efe', '1:5efe', '0:5dfe', '0:5eff'])('takes %s for no ISATAP identifier', (identifier) => {
    expect(classifyAddress(`2a00:1450:4001:81c:${identifier}:7f00:1`)).toEqual({ allowed: true })
  })

  it('reaches the same verdict for every textual form of one IPv6 address', () => {
    const group = fc.oneof(
      fc.constantFrom(0, 0, 1, 0x64, 0x5efe, 0x7f00, 0xff9b, 0xffff),
      fc.integer({ min: 0, max: 0xffff }),
    )
    const first = fc.constantFrom(0, 0x64, 0x100, 0x2001, 0x2002, 0x2606, 0x2a00, 0x3fff, 0xfd00, 0xfe80, 0xff02)
    const rest = fc.array(group, { minLength: 7, maxLength: 7 })
    fc.assert(
      fc.property(fc.oneof(first, group), rest, (start, others) => {
        const groups = [start, ...others]
        const plain = groups.map((each) => each.toString(16)).join(':')
        const [high = 0, low = 0] = groups.slice(-2)
        const forms = [
          groups.map((each) => each.toString(16).padStart(4, '0').toUpperCase()).join(':'),
          plain.replace(/(^|:)0(:0)+(:|$)/, '::'),
          `${plain.split(':').slice(0, 6).join(':')}:${dotted([high >> 8, high & 255, low >> 8, low & 255])}`,
        ]
        for (const form of forms) expect(classifyAddress(form), form).toEqual(classifyAddress(plain))
      }),
    )
  })

  it('refuses every IPv6 form that carries an IPv4 address, and names that address', () => {
    fc.assert(
      fc.property(fourBytes, ([a, b, c, d]) => {
        const tail = `${hexGroup(a, b)}:${hexGroup(c, d)}`
        const flipped = `${hexGroup(a ^ 255, b ^ 255)}:${hexGroup(c ^ 255, d ^ 255)}`
        const forms = [
          `::ffff:${tail}`,
          `64:ff9b::${tail}`,
          `64:ff9b:1::${tail}`,
          `2002:${tail}::1`,
          `2001:0:1:2:3:4:${flipped}`,
          `2606:4700:1:2:0:5efe:${tail}`,
        ]
        for (const form of forms) {
          const verdict = classifyAddress(form)
          expect(verdict.allowed, form).toBe(false)
          expect(!verdict.allowed && verdict.reason, form).toContain(`carries ${dotted([a, b, c, d])}`)
        }
      }),
    )
  })

  it('allows no IPv6 address outside 2000::/3', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
        const outside = ((groups[0] ?? 0) & 0xe000) !== 0x2000
        const verdict = classifyAddress(groups.map((group) => group.toString(16)).join(':'))
        if (outside) expect(verdict.allowed).toBe(false)
      }),
    )
  })

  it('allows no address of a private IPv4 network', () => {
    fc.assert(
      fc.property(fourBytes, ([a, b, c, d]) => {
        for (const start of [
          [10, a],
          [127, a],
          [192, 168],
          [169, 254],
          [172, 16 + (a % 16)],
          [100, 64 + (a % 64)],
          [0, a],
          [224 + (a % 32), b],
        ]) {
          expect(classifyAddress(dotted([...start, c, d])).allowed).toBe(false)
        }
      }),
    )
  })
})
