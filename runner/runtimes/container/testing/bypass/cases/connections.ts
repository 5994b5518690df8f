import type { BypassCase } from '../bypass-case.ts'

const get = "'GET / HTTP/1.1\\r\\nHost: api.example.com\\r\\n\\r\\n'"
const undeclaredHost = "'GET / HTTP/1.1\\r\\nHost: evil.example\\r\\n\\r\\n'"
const undeclared = { blocked: 'which is not declared' }
const socket = 'socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)'

/** Connections to port 443 with a bad server name or protocol: one of each kind that the gateway's own test tries. */
export const connections: readonly BypassCase[] = [
  { tried: 'TLS for an undeclared name', attack: `speak(${get}, 'evil.example')`, ends: undeclared },
  {
    tried: 'the gateway’s socket itself, without the forwarder',
    attack: `
      link = ${socket}
      link.connect('/run/travel/net/gateway.sock')
      report = speak(${get}, 'evil.example', link)`,
    ends: undeclared,
    modes: ['socket'],
  },
  {
    tried: 'Host other than the server name',
    attack: `speak(${undeclaredHost})`,
    ends: { blocked: 'Host "evil.example" in a connection to api.example.com' },
    modes: ['socket'],
  },
  {
    tried: 'an undeclared Host on the socket without TLS',
    attack: `speak_plain(${undeclaredHost}, without_tls())`,
    ends: undeclared,
    modes: ['socket'],
  },
  {
    tried: 'TLS on the socket without TLS',
    attack: `speak(${get}, 'api.example.com', without_tls())`,
    ends: { blocked: 'HTTP: malformed' },
    modes: ['socket'],
  },
  { tried: 'HTTP instead of TLS on 443', attack: `speak_plain(${get})`, ends: { blocked: 'TLS: plain HTTP' } },
]
