import ipaddr from 'ipaddr.js'

type AddressVerdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

/** Decides whether one resolved address may be reached. `address` is in textual form. */
export type AddressPolicy = (address: string) => AddressVerdict

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The rest of IPv6 is refused, even where no range has a name yet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Addresses of cloud metadata that are in no private range, or in one whose name would hide what they are. */
const metadata = new Set(['168.63.129.16', '169.254.169.254', 'fd00:ec2::254'])

/** The name of the special range that an address is in. `undefined`: it is a global unicast address. */
function rangeOf(address: Address): string | undefined {
  if (metadata.has(address.toString())) return 'cloud metadata'
  const name = address.range()
  if (name !== 'unicast') return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return address instanceof ipaddr.IPv6 && !address.match(globalUnicast) ? 'not global unicast' : undefined
}

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
  const name = rangeOf(address)
  if (name === undefined && carried === undefined) return { allowed: true }
  const words = name ?? 'isatap'
  return { allowed: false, reason: carried === undefined ? words : `${words}, carries ${carried}` }
}
