import type { BypassCase } from '../bypass-case.ts'

/**
 * Permitted actions: they prove that declared traffic can take the attacked paths, and that the servers do receive
 * requests.
 */
export const ordinary: readonly BypassCase[] = [
  {
    tried: 'a request to a declared host',
    attack: "get('api.example.com', '/flights?adults=1')['status']",
    provider: ['/api/flights?adults=1'],
    ends: { reports: 200 },
  },
  {
    tried: 'a second declared host, in a hand-made request',
    attack:
      "speak('GET / HTTP/1.1\\r\\nHost: other.example.com\\r\\nConnection: close\\r\\n\\r\\n', 'other.example.com')[:15]",
    provider: ['/other/'],
    ends: { reports: 'HTTP/1.1 200 OK' },
  },
  {
    tried: 'a declared host on the socket without TLS',
    attack:
      "speak_plain('GET /plain HTTP/1.1\\r\\nHost: api.example.com\\r\\nConnection: close\\r\\n\\r\\n', without_tls())[:15]",
    provider: ['/api/plain'],
    ends: { reports: 'HTTP/1.1 200 OK' },
    modes: ['socket'],
  },
  { tried: 'a lookup of a declared name', attack: "len(look_up('api.example.com'))", ends: { reports: 1 } },
  {
    tried: 'a request with its credential',
    attack: "get('api.example.com', '/holds-the-key', {'x-key': os.environ['API_KEY']})['status']",
    isAlone: true,
    provider: ['/api/holds-the-key'],
    ends: { reports: 200 },
  },
]
