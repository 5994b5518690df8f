import ipaddr from 'ipaddr.js'

type AddressVerdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

/** Decides whether one resolved address may be reached. `address` is in textual form. */
export type AddressPolicy = (address: string) => AddressVerdict

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = { readonly cidr: [Address, number]; readonly name: string }

const range = (cidr: string, name: string): Range => ({ cidr: ipaddr.parseCIDR(cidr), name })

// The only reachable ranges. An address outside them is refused even if no list below contains it.
const globalUnicast = [
  range('0.0.0.0/1', 'class A'),
  range('128.0.0.0/2', 'class B'),
  range('192.0.0.0/3', 'class C'),
  range('2000::/3', 'IPv6 global unicast'),
]

const exceptions = [
  range('0.0.0.0/8', 'this network'),
  range('10.0.0.0/8', 'private'),
  range('100.64.0.0/10', 'carrier-grade NAT'),
  range('127.0.0.0/8', 'loopback'),
  range('168.63.129.16/32', 'cloud metadata'),
  range('169.254.0.0/16', 'link-local, cloud metadata'),
  range('172.16.0.0/12', 'private'),
  range('192.0.0.0/24', 'protocol assignments'),
  range('192.0.2.0/24', 'documentation'),
  range('192.31.196.0/24', 'AS112'),
  range('192.52.193.0/24', 'multicast tunnel'),
  range('192.88.99.0/24', '6to4 relay'),
  range('192.168.0.0/16', 'private'),
  range('192.175.48.0/24', 'AS112'),
  range('198.18.0.0/15', 'benchmark'),
  range('198.51.100.0/24', 'documentation'),
  range('203.0.113.0/24', 'documentation'),
  range('2001::/32', 'Teredo'),
  range('2001::/23', 'protocol assignments'),
  range('2001:db8::/32', 'documentation'),
  range('2002::/16', '6to4'),
  range('2620:4f:8000::/48', 'AS112'),
  range('3fff::/20', 'documentation'),
]

// These ranges are outside global unicast, so they are refused anyway. Their names only appear in the reason.
const names = [
  range('224.0.0.0/4', 'multicast'),
  range('255.255.255.255/32', 'broadcast'),
  range('240.0.0.0/4', 'reserved'),
  range('::/128', 'unspecified'),
  range('::1/128', 'loopback'),
  range('::ffff:0:0/96', 'IPv4-mapped'),
  range('::ffff:0:0:0/96', 'IPv4-translated'),
  range('::/96', 'IPv4-compatible'),
  range('64:ff9b::/96', 'NAT64'),
  range('64:ff9b:1::/48', 'local NAT64'),
  range('100::/64', 'discard'),
  range('5f00::/16', 'segment routing'),
  range('fd00:ec2::254/128', 'cloud metadata'),
  range('fc00::/7', 'unique local'),
  range('fe80::/10', 'link-local'),
  range('fec0::/10', 'site-local'),
  range('ff00::/8', 'multicast'),
]

const isIn = (address: Address, { cidr }: Range): boolean => address.kind() === cidr[0].kind() && address.match(cidr)

/** The IPv4 address that an IPv6 tunnel or translation address carries, if any. */
function embeddedIPv4(bytes: readonly number[]): string | undefined {
  if (bytes.length !== 16) return undefined
  const at = (start: number, flip = 0) =>
    bytes
      .slice(start, start + 4)
      .map((byte) => byte ^ flip)
      .join('.')
  const starts = (...prefix: number[]) => prefix.every((byte, index) => bytes[index] === byte)
  if (starts(0x20, 0x02)) return at(2)
  if (starts(0x20, 0x01, 0, 0)) return at(12, 0xff)
  if (starts(0, 0, 0, 0, 0, 0, 0, 0) || starts(0, 0x64, 0xff, 0x9b) || isIsatap(bytes)) return at(12)
  return undefined
}

/** An ISATAP interface identifier hides an IPv4 address behind any prefix, even a global one. */
function isIsatap(bytes: readonly number[]): boolean {
  const group = bytes[8] ?? 0
  return (group & ~0x03) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
}

function parse(address: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address)
  if (!address.includes('%') && ipaddr.IPv6.isValid(address)) return ipaddr.IPv6.parse(address)
  return undefined
}

/**
 * Allows global unicast addresses only. IPv6 forms that carry an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo,
 * ISATAP) are always refused, because a translator on the way, and not the address itself, decides their destination.
 * The reason names the IPv4 address.
 */
export const classifyAddress: AddressPolicy = (text) => {
  const address = parse(text)
  if (address === undefined) return { allowed: false, reason: 'not an IP address' }

  const carried = embeddedIPv4(address.toByteArray())
  const exception = exceptions.find((candidate) => isIn(address, candidate))
  if (globalUnicast.some((candidate) => isIn(address, candidate)) && exception === undefined && carried === undefined) {
    return { allowed: true }
  }
  const name = (exception ?? names.find((candidate) => isIn(address, candidate)))?.name
  const words = name ?? (carried === undefined ? 'not global unicast' : 'ISATAP')
  return { allowed: false, reason: carried === undefined ? words : `${words}, carries ${carried}` }
}
