import type { BypassCase } from '../bypass-case.ts'

const modes = ['socket'] as const

/** Bad requests on a valid connection: one of each kind that the tests of the gateway and of the egress engine try. */
export const requests: readonly BypassCase[] = [
  {
    tried: 'an absolute target',
    attack: "speak('GET https://api.example.com/ HTTP/1.1\\r\\nHost: api.example.com\\r\\n\\r\\n')",
    ends: { blocked: 'the target' },
    modes,
  },
  {
    tried: 'a request that two parsers could read differently, with a length and chunks',
    attack:
      "speak('POST / HTTP/1.1\\r\\nHost: api.example.com\\r\\nContent-Length: 6\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\nG')",
    ends: { blocked: 'malformed' },
    modes,
  },
  {
    tried: 'a redirect to an undeclared host',
    attack: "get('api.example.com', '/redirect?to=https://evil.example/')",
    ends: { blocked: 'evil.example' },
    provider: ['/api/redirect?to=https://evil.example/'],
    modes,
  },
  {
    tried: 'a redirect to a declared name that resolves to a private address',
    attack: "get('api.example.com', '/redirect?to=https://rebound.example.com/')",
    ends: { blocked: 'resolves to 10.0.0.1' },
    provider: ['/api/redirect?to=https://rebound.example.com/'],
    resolves: { 'rebound.example.com': ['10.0.0.1'] },
    modes,
  },
  {
    tried: 'an undeclared method',
    attack: `
      link = http.client.HTTPSConnection('api.example.com', timeout=10)
      link.request('DELETE', '/')
      report = link.getresponse().status`,
    ends: { blocked: 'DELETE' },
    modes,
  },
  {
    tried: 'host calls, which only bundles may make',
    attack:
      'get(\'runner.travel.internal\', \'/call\', {\'content-type\': \'application/json\'}, \'{"seq":0,"op":"time.offset","args":{"pairs":[]}}\')',
    ends: { blocked: 'runner.travel.internal' },
    modes,
  },
]
