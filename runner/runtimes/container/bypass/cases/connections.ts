import { hosts, plain } from '../../gateway/testing/attacks.ts'
import type { BypassCase } from '../bypass-case.ts'
import { pythonText } from '../python-text.ts'

const get = "'GET / HTTP/1.1\\r\\nHost: api.example.com\\r\\n\\r\\n'"
const undeclared = { blocked: 'which is not declared' }
const noName = { blocked: 'asked for no server name' }
const socket = 'socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)'

/** What a connection to port 443 is opened for. */
export const connections: readonly BypassCase[] = [
  { tried: 'TLS for an undeclared name', attack: `speak(${get}, 'evil.example')`, ends: undeclared },
  { tried: 'TLS for a name below a declared one', attack: `speak(${get}, 'a.api.example.com')`, ends: undeclared },
  { tried: 'TLS for the platform’s own name', attack: `speak(${get}, 'runner.travel.internal')`, ends: undeclared },
  { tried: 'TLS without a server name', attack: `speak(${get}, None)`, ends: noName },
  {
    tried: 'TLS for an address, as clients do it: without a server name',
    attack: `speak(${get}, '127.0.0.1')`,
    ends: noName,
  },
  {
    tried: 'TLS with an address as the server name',
    attack: "speak_plain(hello('127.0.0.1'))",
    ends: { blocked: '"127.0.0.1"' },
  },
  {
    tried: 'TLS with cloud metadata’s address as the server name',
    attack: "speak_plain(hello('169.254.169.254'))",
    ends: { blocked: '"169.254.169.254"' },
  },
  {
    tried: 'the gateway’s socket itself, without the forwarder',
    attack: `
      link = ${socket}
      link.connect('/run/travel/net/gateway.sock')
      report = speak(${get}, 'evil.example', link)`,
    ends: undeclared,
    modes: ['socket'],
  },
  ...hosts.map(
    ([what, bytes, reason]): BypassCase => ({
      tried: `Host other than the server name: ${what}`,
      attack: `speak(${pythonText(bytes)})`,
      ends: { blocked: reason },
    }),
  ),
  ...plain.map(
    ([what, bytes, reason]): BypassCase => ({
      tried: `no TLS on 443: ${what}`,
      attack: `speak_plain(${pythonText(bytes)})`,
      ends: { blocked: reason },
    }),
  ),
]
