import type { BypassCase } from '../bypass-case.ts'

const get = "'GET / HTTP/1.1\\r\\nHost: api.example.com\\r\\n\\r\\n'"
const undeclaredHost = "'GET / HTTP/1.1\\r\\nHost: evil.example\\r\\n\\r\\n'"
const undeclared = { blocked: 'which is not declared' }
const socket = 'socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)'

/** Connections that only a program in a container can make. The gateway's own tests try the other bad ones. */
export const connections: readonly BypassCase[] = [
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
]
