import type { BypassCase } from '../bypass-case.ts'

const undeclared = { blocked: '"evil.example", which is not declared' }

/** A skill that passed every check before its run calls a domain that its manifest does not declare. */
export const undeclaredDomain: readonly BypassCase[] = [
  {
    tried: 'a request by an HTTP library',
    attack: "get('evil.example')",
    isAlone: true,
    ends: { blocked: 'evil.example' },
  },
  {
    tried: 'a request whose failure the skill catches before it continues',
    attack: `
      try:
          get('evil.example')
      except Exception:
          pass
      report = get('api.example.com')['status']`,
    ends: { blocked: 'evil.example' },
  },
  {
    tried: 'a request after a declared one',
    attack: "[get('api.example.com')['status'], get('evil.example')]",
    provider: ['/api/'],
    ends: { blocked: 'evil.example' },
  },
  {
    tried: 'TLS for the undeclared domain, on the address of the declared ones',
    attack: "speak('GET / HTTP/1.1\\r\\nHost: evil.example\\r\\n\\r\\n', 'evil.example')",
    ends: undeclared,
  },
  {
    tried: 'TLS for a declared domain, with the undeclared one as Host',
    attack: "speak('GET / HTTP/1.1\\r\\nHost: evil.example\\r\\n\\r\\n')",
    ends: { blocked: 'Host "evil.example" in a connection to api.example.com' },
  },
]
