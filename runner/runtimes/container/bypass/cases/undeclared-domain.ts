import type { BypassCase } from '../bypass-case.ts'

const undeclared = { blocked: '"evil.example", which is not declared' }

/** A skill that passed every check before it ran calls a domain that its manifest does not name. */
export const undeclaredDomain: readonly BypassCase[] = [
  { tried: 'a request by an HTTP library', attack: "get('evil.example')", ends: { blocked: 'evil.example' } },
  {
    tried: 'a request whose failure the skill catches, to go on as if nothing were',
    attack: `
      try:
          get('evil.example')
      except Exception:
          pass
      report = get('api.example.com')['status']`,
    ends: { blocked: 'evil.example' },
  },
  {
    tried: 'a request after one that was declared',
    attack: "[get('api.example.com')['status'], get('evil.example')]",
    provider: ['/api/'],
    ends: { blocked: 'evil.example' },
  },
  {
    tried: 'TLS for the undeclared domain, to where declared ones lead',
    attack: "speak('GET / HTTP/1.1\\r\\nHost: evil.example\\r\\n\\r\\n', 'evil.example')",
    ends: undeclared,
  },
  {
    tried: 'TLS for a declared domain, and the undeclared one as Host',
    attack: "speak('GET / HTTP/1.1\\r\\nHost: evil.example\\r\\n\\r\\n')",
    ends: { blocked: 'Host "evil.example" in a connection to api.example.com' },
  },
]
