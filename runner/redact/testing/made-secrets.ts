import { createHash } from 'node:crypto'

/** The same characters on each run, spread like a key's. Nothing here is a key of anybody's. */
function made(seed: string, length: number, alphabet: string): string {
  const signs: string[] = []
  for (let block = 0; signs.length < length; block += 1) {
    for (const byte of createHash('sha256').update(`${seed} ${block}`).digest()) {
      signs.push(alphabet.charAt(byte % alphabet.length))
    }
  }
  return signs.slice(0, length).join('')
}

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const hex = '0123456789abcdef'
const word = `${lower}${upper}0123456789`
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A signed token whose payload has about `size` characters. */
export function madeToken(size = 60, header: Record<string, unknown> = { alg: 'HS256', typ: 'JWT' }): string {
  return [base64url(header), base64url({ sub: made('sub', size, word) }), made('sign', 43, word)].join('.')
}

const line = '-'.repeat(5)

/** A private key in the form of PEM. */
export function madePrivateKey(lines = 12, kind = 'RSA '): string {
  const body = Array.from({ length: lines }, (_, index) => made(`line ${index}`, 64, `${word}+/`))
  return [`${line}BEGIN ${kind}PRIVATE KEY${line}`, ...body, `${line}END ${kind}PRIVATE KEY${line}`].join('\n')
}

/** Keys that carry their vendor's mark, put together here so that none stands in the repository. */
export const vendorKeys: Readonly<Record<string, string>> = {
  amazon: `AK${'IA'}${made('aws', 16, `${upper}234567`)}`,
  github: `gh${'p_'}${made('github', 36, word)}`,
  'github, fine-grained': `github_${'pat_'}${made('fine', 82, `${word}_`)}`,
  gitlab: `gl${'pat-'}${made('gitlab', 20, word)}`,
  'slack bot': `xo${'xb-'}${made('s1', 12, '0123456789')}-${made('s2', 12, '0123456789')}-${made('s3', 24, word)}`,
  stripe: `sk_${'live_'}${made('stripe', 24, word)}`,
  openai: `sk-${'proj-'}${made('openai', 120, word)}`,
  anthropic: `sk-${'ant-'}api03-${made('anthropic', 93, word)}AA`,
  google: `AI${'za'}${made('google', 35, word)}`,
  sendgrid: `S${'G.'}${made('sg1', 22, word)}.${made('sg2', 43, word)}`,
  twilio: `S${'K'}${made('twilio', 32, hex)}`,
  'hugging face': `hf${'_'}${made('hf', 34, lower + upper)}`,
  npm: `np${'m_'}${made('npm', 36, word)}`,
  duffel: `duffel${'_live_'}${made('duffel', 43, word)}`,
  telegram: `123456789${':AA'}${made('telegram', 33, word)}`,
  mailgun: `ke${'y-'}${made('mailgun', 32, hex)}`,
  tailscale: `tskey${'-api-'}${made('tailscale', 30, word)}`,
  alibaba: `LT${'AI'}${made('alibaba', 20, word)}`,
  vault: `hv${'s.'}${made('vault', 90, word)}`,
}

/** A text around a secret, as a log would show it; `sign` stands where the secret does. */
export const assignments: ReadonlyArray<readonly [string, string]> = [
  ['a password', 'login with password=sign failed'],
  ['a quoted password', 'config {"password": "sign", "user": "me"}'],
  ['an escaped quoted password', String.raw`{"msg":"{\"client_secret\":\"sign\"}"}`],
  ['a password in YAML', 'db_password: sign\nuser: me'],
  ['a variable', 'AMADEUS_API_SECRET=sign npm start'],
  ['an api key in a URL', 'GET https://api.example.com/v1?api_key=sign&page=2'],
  ['an escaped form', 'body grant_type%3Dx%26client_secret%3Dsign'],
  ['a bearer token', 'sent Authorization: Bearer sign to the host'],
  ['a bearer token alone', 'Bearer sign was refused'],
  ['a header of another scheme', 'authorization: sign'],
  ['a connection string', 'cannot connect to postgresql://app:sign@db.example.com:5432/travel'],
  ['a connection string in pairs', 'Server=db;User Id=app;Password=sign;Encrypt=true'],
  ['an account key', 'DefaultEndpointsProtocol=https;AccountKey=sign;EndpointSuffix=x'],
  ['a user on the command line', 'curl -u app:sign https://api.example.com'],
]

/** A value for `assignments` that only its surroundings give away. */
export const plainSecret = made('plain', 24, word)
