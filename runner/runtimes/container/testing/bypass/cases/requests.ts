import { smuggling, targets } from '../../../gateway/testing/attacks.ts'
import type { BypassCase } from '../bypass-case.ts'
import { pythonText } from '../python-text.ts'
import { onSocket, representedByFirst } from '../represented.ts'

/** Redirect targets of the provider, and the reason why each is blocked. */
const redirects: ReadonlyArray<readonly [what: string, location: string, reason: string]> = [
  ['an undeclared host', 'https://evil.example/', 'evil.example'],
  ['a private address', 'https://10.0.0.1/', 'not a full host name'],
  ['the loopback', 'https://127.0.0.1/', 'not a full host name'],
  ['cloud metadata', 'http://169.254.169.254/latest/meta-data/', 'scheme'],
  ['a declared host without TLS', 'http://api.example.com/', 'scheme'],
  ['a declared host at another port', 'https://api.example.com:8443/', '8443'],
  ['user-info before an undeclared host', 'https://api.example.com@evil.example/', 'malformed URL'],
  ['a file', 'file:///etc/passwd', 'scheme'],
  ['the platform’s own name', 'https://runner.travel.internal/call', 'runner.travel.internal'],
  ['a declared name that resolves to a private address', 'https://rebound.example.com/', 'resolves to 10.0.0.1'],
]

const others: readonly BypassCase[] = [
  {
    tried: 'an undeclared method',
    attack: `
      link = http.client.HTTPSConnection('api.example.com', timeout=10)
      link.request('DELETE', '/')
      report = link.getresponse().status`,
    ends: { blocked: 'DELETE' },
  },
  {
    tried: 'an undeclared method, in a header',
    attack: "get('api.example.com', '/', {'X-HTTP-Method-Override': 'DELETE'})",
    ends: { blocked: 'overrides its method with an undeclared one' },
  },
  {
    tried: 'host calls, which only bundles may make',
    attack:
      'get(\'runner.travel.internal\', \'/call\', {\'content-type\': \'application/json\'}, \'{"seq":0,"op":"time.offset","args":{"pairs":[]}}\')',
    ends: { blocked: 'runner.travel.internal' },
  },
]

/** Bad requests on a valid connection. */
export const requests: readonly BypassCase[] = [
  ...representedByFirst(
    targets.map(([what, bytes, reason]) => ({
      tried: what,
      attack: `speak(${pythonText(bytes)})`,
      ends: { blocked: reason },
    })),
  ),
  ...representedByFirst(
    smuggling.map(([what, bytes, reason]) => ({
      tried: `smuggling: ${what}`,
      attack: `speak(${pythonText(bytes)})`,
      ends: { blocked: reason },
    })),
  ),
  ...representedByFirst(
    redirects.map(([what, location, reason]) => ({
      tried: `a redirect to ${what}`,
      attack: `get('api.example.com', '/redirect?to=${encodeURIComponent(location)}')`,
      ends: { blocked: reason },
      provider: [`/api/redirect?to=${encodeURIComponent(location)}`],
      resolves: { 'rebound.example.com': ['10.0.0.1'] },
    })),
  ),
  ...others.map(onSocket),
]
