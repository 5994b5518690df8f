import { isRandom, type Rule, start } from './matcher.ts'

const gap = '(?:[ +]|%20)'
const keyName = `(?:[A-Z0-9]{1,20}${gap}){0,4}PRIVATE${gap}KEY(?:${gap}BLOCK)?-----`

const privateKey: Rule = {
  mark: '-----BEGIN',
  secret: `-----BEGIN${gap}${keyName}`,
  more: String.raw`(?:[A-Za-z0-9+/=\s:,.%]{1,64}|\\{1,4}[nrt]|-(?!----END))`,
  end: `-----END${gap}${keyName}`,
  showsNothing: true,
}

/** Short, because it may begin at any place of a long run of digits. */
const tokenMark = 'eyJ[A-Za-z0-9_-]{10}'
const tokenHeader = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=%[0-9A-Fa-f]{2})|(?<=\\[nrt]))eyJ[A-Za-z0-9_-]{10,2000}\.`

/** Whether the header of a JSON Web Token names its signing algorithm. */
function namesAlgorithm(token: string): boolean {
  const header = token.slice(0, token.indexOf('.'))
  return Buffer.from(header, 'base64url').toString('latin1').includes('"alg"')
}

/** A JSON Web Token of three or five parts. */
const wholeToken: Rule = {
  mark: tokenMark,
  secret: String.raw`${tokenHeader}[A-Za-z0-9_-]{0,8000}\.[A-Za-z0-9_-]{10,64}`,
  more: '[A-Za-z0-9_.=-]{1,64}',
  accepts: namesAlgorithm,
}

/** A JSON Web Token that is truncated or too long for `wholeToken`. */
export const beginningOfToken: Rule = {
  mark: tokenMark,
  secret: `${tokenHeader}[A-Za-z0-9_.-]{10,64}`,
  more: '[A-Za-z0-9_.=-]{1,64}',
  accepts: namesAlgorithm,
}

/** The regular expressions of one of these words. */
const anyOf = (words: string): string => words.replaceAll('.', String.raw`\.`).replaceAll(' ', '|')

/**
 * A key with one of these vendors' prefixes, followed by `rest` of fixed length and then `after`. A prefix that occurs
 * in words or in Base64 by chance needs a longer `mark`.
 */
function key(prefixes: string, rest: string, { after = '(?![A-Za-z0-9])', mark = anyOf(prefixes) } = {}): Rule {
  return { mark, secret: `${start}(?:${anyOf(prefixes)})${rest}${after}`, accepts: isRandom }
}
/** A key whose length is not fixed: `least` or more signs after one of these prefixes and what is `between`. */
const open = (prefixes: string, signs: string, least: number, { between = '', mark = anyOf(prefixes) } = {}): Rule => ({
  mark,
  secret: `${start}(?:${anyOf(prefixes)})${between}${signs}{${least},128}`,
  more: `${signs}{1,64}`,
  accepts: isRandom,
})
const word = '[A-Za-z0-9]'
const wordOrDash = '[A-Za-z0-9_-]'
const hex = '[0-9A-Fa-f]'
/** A tilde, literal or percent-encoded. */
const tilde = '(?:~|%7[Ee])'

const vendorKeys: readonly Rule[] = [
  key('AKIA ASIA ABIA ACCA', '[A-Z2-7]{16}'),
  key('A3T', '[A-Z0-9][A-Z2-7]{16}', { mark: 'A3T[A-Z0-9][A-Z2-7]{16}' }),
  open('ghp_ gho_ ghu_ ghs_ ghr_', word, 36),
  open('github_pat_', '[A-Za-z0-9_]', 22),
  open('glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- glsoat- gloas-', wordOrDash, 20),
  open('xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs-', '[A-Za-z0-9-]', 6, { between: '(?:[0-9]{1,16}-){1,4}' }),
  open('xoxa- xoxr-', '[0-9a-zA-Z]', 12),
  open('xoxe- xoxe.xoxb- xoxe.xoxp-', word, 100, { between: '[0-9]-' }),
  open('xapp-', '[A-Za-z0-9-]', 20, { between: '[0-9]-[A-Z0-9]{1,20}-' }),
  {
    mark: 'hooks\\.slack\\.com',
    before: String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/`,
    secret: '[A-Za-z0-9+/]{40,64}',
  },
  {
    mark: 'discord\\.com/api|discordapp\\.com/api',
    before: String.raw`discord(?:app)?\.com/api/webhooks/[0-9]{10,24}/`,
    secret: '[A-Za-z0-9_-]{60,100}',
  },
  open('sk_test_ sk_live_ sk_prod_ rk_test_ rk_live_ rk_prod_', word, 10),
  open('whsec_', '[A-Za-z0-9+/=]', 24),
  open('sk-proj- sk-svcacct- sk-admin- sk-ant- sk-or-v1-', wordOrDash, 20),
  key('sk-', `${word}{20}T3BlbkFJ${word}{20}`, { mark: 'T3BlbkFJ' }),
  key('AIza', `${wordOrDash}{35}`, { after: '(?![A-Za-z0-9_-])' }),
  open('GOCSPX-', wordOrDash, 20),
  open('ya29.', wordOrDash, 20),
  key('SG.', String.raw`[\w-]{16,32}\.[\w-]{30,64}`),
  key('SK', '[0-9a-f]{32}', { mark: 'SK[0-9a-f]{32}' }),
  key('hf_', '[A-Za-z]{34}', { mark: 'hf_[A-Za-z]{34}' }),
  key('api_org_', '[A-Za-z]{34}'),
  key('doo_v1_ dop_v1_ dor_v1_', '[0-9a-f]{64}'),
  key('npm_', `${word}{36}`),
  open('pypi-AgE', wordOrDash, 50),
  key('dapi', '[0-9a-f]{32}(?:-[0-9])?'),
  open('duffel_test_ duffel_live_', wordOrDash, 40),
  key('shpat_ shpca_ shppa_ shpss_', `${hex}{32}`),
  open('sq0', wordOrDash, 22, { between: '[a-z]{3}-', mark: 'sq0[a-z]{3}-' }),
  // Telegram: API addresses have `bot` directly before the key, so only a preceding digit excludes a match.
  {
    mark: `[0-9]:A${wordOrDash}{34}`,
    secret: `(?:(?<![0-9%])|(?<=%[0-9A-Fa-f]{2}))[0-9]{5,16}:A${wordOrDash}{34}(?![A-Za-z0-9_-])`,
    accepts: isRandom,
  },
  open(
    'HRKU- NRII- NRAA- FLWSECK- FLWSECK_TEST- fio-u- s-s4t2ud- pplx- tskey-api- tskey-auth- dnkey- p8e- tk-us-',
    wordOrDash,
    20,
  ),
  // With hex digits only, the match is probably the file name of an icon.
  { ...key('ico-', `${word}{32}`), accepts: (secret) => isRandom(secret) && /[g-z]/i.test(secret.slice(4)) },
  open('ntn_ rdme_ pnu_ sqa_ sqp_ squ_ tfp_ nfp_', word, 32),
  key('A3-', '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}', {
    mark: 'A3-[A-Z0-9]{6}-',
  }),
  open('ops_eyJ', '[A-Za-z0-9+/=_-]', 64),
  {
    mark: 'Q~|Q%7E|Q%7e',
    secret: `${start}(?:[A-Za-z0-9_.]|${tilde}){3}[0-9]Q${tilde}(?:[A-Za-z0-9_.-]|${tilde}){31,34}(?![A-Za-z0-9_.~-])`,
    accepts: isRandom,
  },
  key('LTAI', `${word}{20}`),
  key('AKCp', `${word}{69}`),
  key('oy2', '[a-z0-9]{43}', { mark: 'oy2[a-z0-9]{43}' }),
  open('EAAA', wordOrDash, 56, { mark: `EAAA${wordOrDash}{56}` }),
  open('sl.', '[A-Za-z0-9_=-]', 120, { mark: String.raw`sl\.[A-Za-z0-9_=-]{120}` }),
  key('key-', '[0-9a-f]{32}', { mark: 'key-[0-9a-f]{32}' }),
  open('eyJrIjoi', '[A-Za-z0-9+/=]', 60),
  open('ATATT3', '[A-Za-z0-9_=-]', 100),
  open('hvb. hvs. hvr.', wordOrDash, 20),
  key('AGE-SECRET-KEY-1', '[0-9A-Z]{58}'),
  key('sgp_', `(?:local_|${hex}{16}_)?${hex}{40}`),
  key('sha256~', `${wordOrDash}{43}`, { after: '(?![A-Za-z0-9_-])' }),
  open('glsa_', '[A-Za-z0-9_]', 32),
  open('glc_', '[A-Za-z0-9+/=]', 32),
  open('lin_api_', word, 40),
  open('fo1_ fm1a_ fm1r_ fm2_', '[A-Za-z0-9+/_=-]', 40),
  open('pscale_pw_ pscale_tkn_ pscale_oauth_', '[A-Za-z0-9_.=-]', 32),
  open('dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', word, 40),
  { ...key('EZAK EZTK', `${word}{54}`), before: '(?<![+/])' },
  open(
    'rubygems sntrys sntryu pul shippo_live shippo_test dt0c01 NRAK NRJS PMAK CLOJARS CFPAT',
    '[A-Za-z0-9_.=-]',
    24,
    {
      between: '[_.-]',
      mark: 'rubygems|sntrys|sntryu|pul[_.-]|shippo_|dt0c01|NRAK|NRJS|PMAK|CLOJARS|CFPAT',
    },
  ),
  open('EAAC EAAM', word, 100),
]

/**
 * Text that can only be a credential, whatever its context: private keys, signed tokens and keys with a vendor's
 * prefix. Safe for results, where a false positive would damage an answer.
 */
export const certainRules: readonly Rule[] = [privateKey, wholeToken, ...vendorKeys]
