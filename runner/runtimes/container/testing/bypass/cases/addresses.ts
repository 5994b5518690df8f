import type { BypassCase } from '../bypass-case.ts'
import { representedByFirst } from '../represented.ts'

const unreachable = {
  ends: { reports: 'unreachable' },
  // The network has a route, but no machine at this address.
  endsInBridge: { reportsOnly: ['unreachable', 'no answer'] },
}
/** A datagram may be sent, but must not arrive at the test's servers. */
const unheard = {
  ends: { reports: ['unreachable'] },
  endsInBridge: { reportsOnly: ['unreachable', 'sent'] },
}

/** A declared name whose name server answers with one of these addresses. */
const forbidden: ReadonlyArray<readonly [what: string, ...addresses: readonly string[]]> = [
  ['0.0.0.0/8', '0.0.0.0'],
  ['10.0.0.0/8', '10.0.0.1'],
  ['100.64.0.0/10', '100.64.0.1'],
  ['127.0.0.0/8', '127.0.0.1'],
  ['169.254.0.0/16, cloud metadata', '169.254.169.254'],
  ['172.16.0.0/12, the engine’s own bridge', '172.17.0.1'],
  ['192.168.0.0/16', '192.168.0.1'],
  ['198.18.0.0/15', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['the IPv6 loopback', '::1'],
  ['an IPv6 link-local address', 'fe80::1'],
  ['a unique local IPv6 address', 'fd00::1'],
  ['a mapped IPv4 address', '::ffff:10.0.0.1'],
  ['an IPv4 address behind NAT64', '64:ff9b::a00:1'],
  ['a public address beside a private one', '1.1.1.1', '10.0.0.1'],
]

/** Addresses that a container tries without a lookup, and names that resolve to internal addresses. */
export const addresses: readonly BypassCase[] = [
  { tried: 'a public IPv4 address', attack: "connect('1.1.1.1', 443)", ...unreachable },
  { tried: 'a public IPv6 address', attack: "connect('2606:4700:4700::1111', 443)", ...unreachable },
  { tried: 'cloud metadata, 169.254.169.254', attack: "connect('169.254.169.254', 80)", ...unreachable },
  { tried: 'cloud metadata, fd00:ec2::254', attack: "connect('fd00:ec2::254', 80)", ...unreachable },
  {
    tried: 'a server that listens on every address of the host, at each of them',
    attack: "each(lambda address: connect(address, given['hostPort']), given['hostAddresses'])",
    isAlone: true,
    ends: { reports: ['unreachable'] },
    endsInBridge: unreachable.endsInBridge,
  },
  {
    tried: 'the same with datagrams',
    attack:
      "each(lambda address: send_datagram(address, given['hostPort']), [one for one in given['hostAddresses'] if not one.startswith('fe80')])",
    ...unheard,
  },
  {
    tried: 'the same on the loopback',
    attack: "each(lambda address: connect(address, given['hostPort']), ['127.0.0.1', '::1', '0.0.0.0', '::'])",
    ends: { reportsOnly: ['refused', 'unreachable'] },
  },
  {
    tried: 'the bridge of the engine, 172.17.0.1',
    attack: "connect('172.17.0.1', given['hostPort'])",
    ...unreachable,
  },
  {
    tried: 'every machine in the local network, by broadcast and multicast',
    attack: "each(lambda address: send_datagram(address, 5353), ['224.0.0.251', '10.255.255.255'])",
    ...unheard,
  },
  {
    tried: 'a container on the engine’s default network',
    attack: "connect(given['otherContainer']['address'], given['otherContainer']['port'])",
    ...unreachable,
  },
  {
    tried: 'a port of another execution, on its addresses and the loopback',
    attack:
      "each(lambda address: connect(address, given['neighbour']['port']), ['127.0.0.1', *given['neighbour']['addresses']])",
    ends: { reportsOnly: ['refused', 'unreachable', 'no answer'] },
  },
  {
    tried: 'the addresses next to its gateway, and other ports of the gateway',
    attack: `
      import concurrent.futures
      first = struct.unpack('>I', socket.inet_aton(socket.gethostbyname('api.example.com')))[0] & ~7
      places = [(socket.inet_ntoa(struct.pack('>I', first + at)), port) for at in range(8) for port in [22, 80, 2375, given['hostPort'], given['neighbour']['port']]]
      with concurrent.futures.ThreadPoolExecutor(20) as pool:
          report = sorted(set(pool.map(lambda place: attempt(connect, *place), places)))`,
    ends: { reportsOnly: ['refused', 'unreachable', 'no answer', 'not permitted'] },
  },
  ...representedByFirst(
    forbidden.map(([what, ...found]) => ({
      tried: `a declared name that resolves to ${what}`,
      attack: "get('rebound.example.com')",
      resolves: { 'rebound.example.com': found },
      ends: { blocked: `rebound.example.com resolves to ${found.at(-1)}` },
    })),
  ),
]
