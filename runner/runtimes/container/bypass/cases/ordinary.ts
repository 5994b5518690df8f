import type { BypassCase } from '../bypass-case.ts'

/** What a skill may do: the ways that the others try are open, and the servers that hear nothing can hear. */
export const ordinary: readonly BypassCase[] = [
  {
    tried: 'a request to a declared host',
    attack: "get('api.example.com', '/flights?adults=1')['status']",
    provider: ['/api/flights?adults=1'],
    ends: { reports: 200 },
  },
  {
    tried: 'a second declared host, by bytes of its own',
    attack:
      "speak('GET / HTTP/1.1\\r\\nHost: other.example.com\\r\\nConnection: close\\r\\n\\r\\n', 'other.example.com')[:15]",
    provider: ['/other/'],
    ends: { reports: 'HTTP/1.1 200 OK' },
  },
  {
    tried: 'a declared host without TLS, by the socket where none is due',
    attack:
      "speak_plain('GET /plain HTTP/1.1\\r\\nHost: api.example.com\\r\\nConnection: close\\r\\n\\r\\n', without_tls())[:15]",
    provider: ['/api/plain'],
    ends: { reports: 'HTTP/1.1 200 OK' },
    modes: ['socket'],
  },
  { tried: 'a declared name, looked up', attack: "len(look_up('api.example.com'))", ends: { reports: 1 } },
  {
    tried: 'a request with its credential',
    attack: "get('api.example.com', '/holds-the-key', {'x-key': os.environ['API_KEY']})['status']",
    provider: ['/api/holds-the-key'],
    ends: { reports: 200 },
  },
]
