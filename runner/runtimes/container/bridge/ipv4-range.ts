import ipaddr from 'ipaddr.js'

/** IPv4 addresses as numbers; both ends are included. */
export type IPv4Range = { readonly first: number; readonly last: number }

const addressBits = 32

/** @throws Error for input other than a CIDR such as 10.213.0.0/16 */
export function rangeOf(cidr: string): IPv4Range {
  const [address, bits] = ipaddr.IPv4.parseCIDR(cidr)
  return around(numberOf(address.toByteArray()), 2 ** (addressBits - bits))
}

export function textOf(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.')
}

/**
 * The destinations in /proc/net/route without the default route. The file is hexadecimal, with the lowest byte first.
 */
export function routesIn(routes: string): IPv4Range[] {
  return routes.split('\n').flatMap((line) => {
    const [, destination = '', , , , , , mask = ''] = line.split('\t').map((field) => field.trim())
    if (!/^[0-9A-F]{8}$/i.test(destination) || !/^[0-9A-F]{8}$/i.test(mask) || Number.parseInt(mask, 16) === 0)
      return []
    return [around(littleEndian(destination), 2 ** addressBits - littleEndian(mask))]
  })
}

function around(address: number, size: number): IPv4Range {
  const first = address - (address % size)
  return { first, last: first + size - 1 }
}

function numberOf(bytes: readonly number[]): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0)
}

function littleEndian(hex: string): number {
  return Buffer.from(hex, 'hex').readUInt32LE()
}
