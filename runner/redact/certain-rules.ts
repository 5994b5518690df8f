import { isRandom, type Rule, start } from './rule.ts'

const gap = '(?:[ +]|%20)'
const keyName = `(?:[A-Z0-9]{1,20}${gap}){0,4}PRIVATE${gap}KEY(?:${gap}BLOCK)?-----`

const privateKey: Rule = {
  mark: '-----BEGIN',
  secret: `-----BEGIN${gap}${keyName}`,
  more: String.raw`(?:[A-Za-z0-9+/=\s:,.%]{1,64}|\\{1,4}[nrt]|-(?!----END))`,
  end: `-----END${gap}${keyName}`,
  showsNothing: true,
}

const tokenHeader = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=%[0-9A-Fa-f]{2})|(?<=\\[nrt]))eyJ[A-Za-z0-9_-]{10,2000}\.`

/** Whether the header of a JSON Web Token names its signing algorithm. */
function namesAlgorithm(token: string): boolean {
  const header = token.slice(0, token.indexOf('.'))
  return Buffer.from(header, 'base64url').toString('latin1').includes('"alg"')
}

/** A JSON Web Token of three or five parts. */
const wholeToken: Rule = {
  mark: 'eyJ',
  secret: String.raw`${tokenHeader}[A-Za-z0-9_-]{0,8000}\.[A-Za-z0-9_-]{10,64}`,
  more: '[A-Za-z0-9_.=-]{1,64}',
  accepts: namesAlgorithm,
}

/** A JSON Web Token that is truncated or too long for `wholeToken`. */
export const beginningOfToken: Rule = {
  mark: 'eyJ',
  secret: `${tokenHeader}[A-Za-z0-9_.-]{10,64}`,
  more: '[A-Za-z0-9_.=-]{1,64}',
  accepts: namesAlgorithm,
}

/** A key with a vendor's prefix, followed by `rest` of fixed length and then `after`. */
function key(prefix: string, rest: string, after = '(?![A-Za-z0-9])'): Rule {
  return { mark: prefix, secret: `${start}${prefix}${rest}${after}`, accepts: isRandom }
}
const open = (prefix: string, signs: string, least: number): Rule => ({
  mark: prefix,
  secret: `${start}${prefix}${signs}{${least},128}`,
  more: `${signs}{1,64}`,
  accepts: isRandom,
})
const word = '[A-Za-z0-9]'
const wordOrDash = '[A-Za-z0-9_-]'
const hex = '[0-9A-Fa-f]'
/** A tilde, literal or percent-encoded. */
const tilde = '(?:~|%7[Ee])'

const vendorKeys: readonly Rule[] = [
  key('(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])', '[A-Z2-7]{16}'),
  open('gh[pousr]_', word, 36),
  open('github_pat_', '[A-Za-z0-9_]', 22),
  open('gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-', wordOrDash, 20),
  open('xox[abeoprs]-(?:[0-9]{1,16}-){1,4}', '[A-Za-z0-9-]', 6),
  open('xox[ar]-', '[0-9a-zA-Z]', 12),
  open(String.raw`xoxe(?:\.xox[bp])?-[0-9]-`, word, 100),
  open('xapp-[0-9]-[A-Z0-9]{1,20}-', '[A-Za-z0-9-]', 20),
  {
    mark: 'slack',
    before: String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/`,
    secret: '[A-Za-z0-9+/]{40,64}',
  },
  {
    mark: 'discord',
    before: String.raw`discord(?:app)?\.com/api/webhooks/[0-9]{10,24}/`,
    secret: '[A-Za-z0-9_-]{60,100}',
  },
  open('(?:sk|rk)_(?:test|live|prod)_', word, 10),
  open('whsec_', '[A-Za-z0-9+/=]', 24),
  open('sk-(?:proj|svcacct|admin|ant|or-v1)-', wordOrDash, 20),
  key('sk-', `${word}{20}T3BlbkFJ${word}{20}`),
  key('AIza', `${wordOrDash}{35}`, '(?![A-Za-z0-9_-])'),
  open('GOCSPX-', wordOrDash, 20),
  open(String.raw`ya29\.`, wordOrDash, 20),
  key(String.raw`SG\.`, String.raw`[\w-]{16,32}\.[\w-]{30,64}`),
  key('SK', '[0-9a-f]{32}'),
  key('hf_', '[A-Za-z]{34}'),
  key('api_org_', '[A-Za-z]{34}'),
  key('do[opr]_v1_', '[0-9a-f]{64}'),
  key('npm_', `${word}{36}`),
  open('pypi-AgE', wordOrDash, 50),
  key('dapi', '[0-9a-f]{32}(?:-[0-9])?'),
  open('duffel_(?:test|live)_', wordOrDash, 40),
  key('shp(?:at|ca|pa|ss)_', `${hex}{32}`),
  open('sq0[a-z]{3}-', wordOrDash, 22),
  // Telegram: API addresses have `bot` directly before the key, so only a preceding digit excludes a match.
  {
    mark: ':A',
    secret: `(?:(?<![0-9%])|(?<=%[0-9A-Fa-f]{2}))[0-9]{5,16}:A${wordOrDash}{34}(?![A-Za-z0-9_-])`,
    accepts: isRandom,
  },
  open('(?:HRKU|NRII|NRAA|FLWSECK(?:_TEST)?|fio-u|s-s4t2ud|pplx|tskey-(?:api|auth)|dnkey|p8e|tk-us)-', wordOrDash, 20),
  // With hex digits only, the match is probably the file name of an icon.
  { ...key('ico-', `${word}{32}`), accepts: (secret) => isRandom(secret) && /[g-z]/i.test(secret.slice(4)) },
  open('(?:ntn|rdme|pnu|sq[apu]|tfp|nfp)_', word, 32),
  key('A3-', '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}'),
  open('ops_eyJ', '[A-Za-z0-9+/=_-]', 64),
  {
    mark: `Q${tilde}`,
    secret: `${start}(?:[A-Za-z0-9_.]|${tilde}){3}[0-9]Q${tilde}(?:[A-Za-z0-9_.-]|${tilde}){31,34}(?![A-Za-z0-9_.~-])`,
    accepts: isRandom,
  },
  key('LTAI', `${word}{20}`),
  key('AKCp', `${word}{69}`),
  key('oy2', '[a-z0-9]{43}'),
  open('EAAA', wordOrDash, 56),
  open(String.raw`sl\.`, '[A-Za-z0-9_=-]', 120),
  key('key-', '[0-9a-f]{32}'),
  open('eyJrIjoi', '[A-Za-z0-9+/=]', 60),
  open('ATATT3', '[A-Za-z0-9_=-]', 100),
  open(String.raw`hv[bsr]\.`, wordOrDash, 20),
  key('AGE-SECRET-KEY-1', '[0-9A-Z]{58}'),
  key(`sgp_(?:local_|${hex}{16}_)?`, `${hex}{40}`),
  key('sha256~', `${wordOrDash}{43}`, '(?![A-Za-z0-9_-])'),
  open('glsa_', '[A-Za-z0-9_]', 32),
  open('glc_', '[A-Za-z0-9+/=]', 32),
  open('lin_api_', word, 40),
  open('(?:fo1_|fm1[ar]_|fm2_)', '[A-Za-z0-9+/_=-]', 40),
  open('pscale_(?:pw|tkn|oauth)_', '[A-Za-z0-9_.=-]', 32),
  open(String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.`, word, 40),
  { ...key('EZ[AT]K', `${word}{54}`), before: '(?<![+/])' },
  open(
    '(?:rubygems|sntrys|sntryu|pul|shippo_(?:live|test)|dt0c01|NRAK|NRJS|PMAK|CLOJARS|CFPAT)[_.-]',
    '[A-Za-z0-9_.=-]',
    24,
  ),
  open('EAA[CM]', word, 100),
]

/**
 * Text that can only be a credential, whatever its context: private keys, signed tokens and keys with a vendor's
 * prefix. Safe for results, where a false positive would damage an answer.
 */
export const certainRules: readonly Rule[] = [privateKey, wholeToken, ...vendorKeys]
