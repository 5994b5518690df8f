import { createHash } from 'node:crypto'

/** Random-looking characters, the same in each test run. None of the secrets in this file is a real key. */
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

/** A private key in PEM format. */
export function madePrivateKey(lines = 12, kind = 'RSA '): string {
  const body = Array.from({ length: lines }, (_, index) => made(`line ${index}`, 64, `${word}+/`))
  return [`${line}BEGIN ${kind}PRIVATE KEY${line}`, ...body, `${line}END ${kind}PRIVATE KEY${line}`].join('\n')
}

/** Keys with a vendor's prefix, assembled at run time so that the repository contains none. */
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
  '1password secret key': `A${'3-'}${[6, 6, 5, 5, 5, 5].map((size) => made(`1p ${size}`, size, `${upper}23456789`)).join('-')}`,
  '1password service account': `op${'s_'}eyJ${made('ops', 300, word)}`,
  azure: `${made('azure', 3, word)}8${'Q~'}${made('azure secret', 34, `${word}_.~-`)}`,
  'azure, in a form': `${made('azure', 3, word)}8${'Q%7E'}${made('azure secret', 30, word)}%7Ea1`,
  infracost: `ic${'o-'}${made('infracost', 32, word)}`,
  vault: `hv${'s.'}${made('vault', 90, word)}`,
  'slack user': `xo${'xp-'}${made('s4', 12, '0123456789')}-${made('s5', 12, '0123456789')}-${made('s6', 32, word)}`,
  'slack configuration': `xo${'xe.xo'}xp-1-${made('s7', 160, word)}`,
  facebook: `EA${'AM'}${made('facebook', 140, word)}`,
  sourcegraph: `sg${'p_'}${made('sourcegraph 1', 16, hex)}_${made('sourcegraph 2', 40, hex)}`,
  openshift: `sha${'256~'}${made('openshift', 43, word)}`,
}

/** Log texts. In each, a test replaces the word `sign` by a secret. */
export const assignments: ReadonlyArray<readonly [string, string]> = [
  ['a password', 'login with password=sign failed'],
  ['a quoted password', 'config {"password": "sign", "user": "me"}'],
  ['an escaped quoted password', String.raw`{"msg":"{\"client_secret\":\"sign\"}"}`],
  ['a password in YAML', 'db_password: sign\nuser: me'],
  ['an environment variable', 'AMADEUS_API_SECRET=sign npm start'],
  ['an api key in a URL', 'GET https://api.example.com/v1?api_key=sign&page=2'],
  ['a form in percent-encoding', 'body grant_type%3Dx%26client_secret%3Dsign'],
  ['a bearer token', 'sent Authorization: Bearer sign to the host'],
  ['a bearer token alone', 'Bearer sign was refused'],
  ['a header without a scheme', 'authorization: sign'],
  ['a connection string', 'cannot connect to postgresql://app:sign@db.example.com:5432/travel'],
  ['a connection string of key=value pairs', 'Server=db;User Id=app;Password=sign;Encrypt=true'],
  ['an account key', 'DefaultEndpointsProtocol=https;AccountKey=sign;EndpointSuffix=x'],
  ['a header of a custom scheme', 'Authorization: Api-Token sign'],
  ['a header of a custom scheme, in JSON', '{"authorization":"SSWS sign"}'],
  ['a user and password on the command line', 'curl -u app:sign https://api.example.com'],
  ['a quoted password on the command line', "curl --user app:'sign' https://api.example.com"],
  ['a quoted user and password on the command line', 'curl --user "app:sign" https://api.example.com'],
  ['a token variable of a vendor', 'SNYK_TOKEN := sign'],
  ['a login of a vendor', 'export SONAR_LOGIN="sign"'],
  ['an access key of a vendor', 'sumologic_access_key = sign'],
  ['a token that its field name identifies', '{"user_token": "sign"}'],
  ['a user and password of a proxy on the command line', 'curl --proxy-user app:sign https://api.example.com'],
]

/** A key that only its ending identifies. */
export const mailchimpKey = `${made('mailchimp', 32, hex)}${'-us'}12`

/** A value for `assignments` that only its context reveals. */
export const plainSecret = made('plain', 24, word)
