import { hosts, plain, undeclaredHosts } from '../../../gateway/testing/attacks.ts'
import type { BypassCase } from '../bypass-case.ts'
import { pythonText } from '../python-text.ts'
import { onSocket, representedByFirst } from '../represented.ts'

const get = "'GET / HTTP/1.1\\r\\nHost: api.example.com\\r\\n\\r\\n'"
const undeclared = { blocked: 'which is not declared' }
const noName = { blocked: 'asked for no server name' }
const socket = 'socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)'

const serverNames: readonly BypassCase[] = [
  { tried: 'TLS for a name below a declared one', attack: `speak(${get}, 'a.api.example.com')`, ends: undeclared },
  { tried: 'TLS for the platform’s own name', attack: `speak(${get}, 'runner.travel.internal')`, ends: undeclared },
  { tried: 'TLS without a server name', attack: `speak(${get}, None)`, ends: noName },
  {
    tried: 'TLS for an address as clients send it, without a server name',
    attack: `speak(${get}, '127.0.0.1')`,
    ends: noName,
  },
  {
    tried: 'TLS with an address as the server name',
    attack: "speak_plain(hello('127.0.0.1'))",
    ends: { blocked: '"127.0.0.1"' },
  },
  {
    tried: 'TLS with the address of cloud metadata as the server name',
    attack: "speak_plain(hello('169.254.169.254'))",
    ends: { blocked: '"169.254.169.254"' },
  },
]

/** Connections to port 443 with a bad server name or protocol. */
export const connections: readonly BypassCase[] = [
  { tried: 'TLS for an undeclared name', attack: `speak(${get}, 'evil.example')`, ends: undeclared, isAlone: true },
  ...serverNames.map(onSocket),
  {
    tried: 'the gateway’s socket itself, without the forwarder',
    attack: `
      link = ${socket}
      link.connect('/run/travel/net/gateway.sock')
      report = speak(${get}, 'evil.example', link)`,
    ends: undeclared,
    modes: ['socket'],
  },
  ...representedByFirst(
    hosts.map(([what, bytes, reason]) => ({
      tried: `Host other than the server name: ${what}`,
      attack: `speak(${pythonText(bytes)})`,
      ends: { blocked: reason },
    })),
  ),
  ...undeclaredHosts.map(
    ([what, bytes, reason]): BypassCase => ({
      tried: `Host on the socket without TLS: ${what}`,
      attack: `speak_plain(${pythonText(bytes)}, without_tls())`,
      ends: { blocked: reason },
      modes: ['socket'],
    }),
  ),
  {
    tried: 'Host on the socket without TLS: another declared one, after the first',
    attack: `
      with without_tls() as link:
          link.sendall(${get}.encode())
          link.recv(65536)
          link.sendall(b'GET / HTTP/1.1\\r\\nHost: other.example.com\\r\\n\\r\\n')
          report = link.recv(65536).decode()`,
    ends: { blocked: 'Host "other.example.com" in a connection to api.example.com' },
    modes: ['socket'],
    provider: ['/api/'],
  },
  {
    tried: 'TLS on the socket without TLS',
    attack: `speak(${get}, 'api.example.com', without_tls())`,
    ends: { blocked: 'HTTP: malformed' },
    modes: ['socket'],
    isAlone: true,
  },
  ...representedByFirst(
    plain.map(([what, bytes, reason]) => ({
      tried: `no TLS on 443: ${what}`,
      attack: `speak_plain(${pythonText(bytes)})`,
      ends: { blocked: reason },
    })),
  ),
]
