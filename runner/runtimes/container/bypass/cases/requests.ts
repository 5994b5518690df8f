import { smuggling, targets } from '../../gateway/testing/attacks.ts'
import type { BypassCase } from '../bypass-case.ts'
import { pythonText } from '../python-text.ts'

/** Where the provider redirects to, and why that is no way out. */
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

/** What is asked for inside of a good connection. */
export const requests: readonly BypassCase[] = [
  ...targets.map(
    ([what, bytes, reason]): BypassCase => ({
      tried: what,
      attack: `speak(${pythonText(bytes)})`,
      ends: { blocked: reason },
    }),
  ),
  ...smuggling.map(
    ([what, bytes, reason]): BypassCase => ({
      tried: `smuggling: ${what}`,
      attack: `speak(${pythonText(bytes)})`,
      ends: { blocked: reason },
    }),
  ),
  ...redirects.map(
    ([what, location, reason]): BypassCase => ({
      tried: `a redirect to ${what}`,
      attack: `get('api.example.com', '/redirect?to=${encodeURIComponent(location)}')`,
      ends: { blocked: reason },
      provider: [`/api/redirect?to=${encodeURIComponent(location)}`],
      resolves: { 'rebound.example.com': ['10.0.0.1'] },
    }),
  ),
  {
    tried: 'a method that is not declared',
    attack: `
      link = http.client.HTTPSConnection('api.example.com', timeout=10)
      link.request('DELETE', '/')
      report = link.getresponse().status`,
    ends: { blocked: 'DELETE' },
  },
  {
    tried: 'a method that is not declared, in a header',
    attack: "get('api.example.com', '/', {'X-HTTP-Method-Override': 'DELETE'})",
    ends: { blocked: 'an undeclared method' },
  },
  {
    tried: 'host calls, which are for bundles',
    attack:
      'get(\'runner.travel.internal\', \'/call\', {\'content-type\': \'application/json\'}, \'{"seq":0,"op":"time.offset","args":{"pairs":[]}}\')',
    ends: { blocked: 'runner.travel.internal' },
  },
]
