import type { BypassCase } from '../bypass-case.ts'

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

/** Addresses that a container tries without a lookup, and a name that resolves to an internal address. */
export const addresses: readonly BypassCase[] = [
  { tried: 'a public IPv4 address', attack: "connect('1.1.1.1', 443)", ...unreachable },
  { tried: 'a public IPv6 address', attack: "connect('2606:4700:4700::1111', 443)", ...unreachable },
  { tried: 'cloud metadata, 169.254.169.254', attack: "connect('169.254.169.254', 80)", ...unreachable },
  { tried: 'cloud metadata, fd00:ec2::254', attack: "connect('fd00:ec2::254', 80)", ...unreachable },
  {
    tried: 'a server that listens on every address of the host, at each of them',
    attack: "each(lambda address: connect(address, given['hostPort']), given['hostAddresses'])",
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
  {
    tried: 'a declared name that resolves to cloud metadata',
    attack: "get('rebound.example.com')",
    resolves: { 'rebound.example.com': ['169.254.169.254'] },
    ends: { blocked: 'rebound.example.com resolves to 169.254.169.254' },
    modes: ['socket'],
  },
]
