import { beginningOfToken, certainRules } from './certain-rules.ts'
import { isRandom, type Rule } from './matcher.ts'

const quote = String.raw`["'\x60\\]{0,8}`
const gap = String.raw`[ \t]{0,5}`
const setTo = `${quote}${gap}(?::{1,3}=|=>|\\?=|=|:|%3[Dd])${gap}`
/** Bare values end where text, URLs, connection strings or JSON continue. An escaped backslash does not end them. */
const bare = String.raw`(?:[^\s"'\x60<>&;,(){}[\]\\]|\\\\(?!\\{0,7}["'\x60]))`
const quoted = String.raw`(?:[^"'\x60\r\n\\]|\\\\)`

const isFilledIn = (secret: string) =>
  !/^(?:[$%*<{]|\.{2}|x{3,}|\\|process\.env|os\.environ|true$|false$|null$|none$|undefined$|\[?redacted)/i.test(
    secret,
  ) && !secret.includes('[REDACTED')

/** A JSON number cannot be replaced by text without breaking the JSON around it. */
const isJsonLiteral = (secret: string, before: string) => /["\\]:[ ]?$/.test(before) && /^-?[\d.]+$/.test(secret)
const mixes = (secret: string) =>
  /\d/.test(secret) || /[a-z][A-Z]|[A-Z][a-z]{0,20}[A-Z]/.test(secret) || /[+/=_.-]/.test(secret)
const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
/** `Name.member` is code, not a value. */
const isReference = (text: string) => /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z_]*)+$/.test(text)

const passwordNames = '(?:pass(?:word|wd|phrase|code)|pwd|secret|(?<![a-z])pass(?==))'
const keyNames =
  '(?:token|api[_.-]?key|(?:access|account|private|shared|signing|encryption|master|license|service|auth|app|client|secret)[_.-]?key|credentials?|auth|bearer|jwt|session[_-]?id|sas|sig(?:nature)?|login|access[_-]?id)'
const passwordMark = '(?:pass|pwd|secret)'
const keyMark = '(?:token|key|cred|auth|bearer|jwt|session|sas|sig|login|access)'
const suffix = '(?:[_.-]?(?:key|value|token|hash))?[0-9]{0,3}'

const acceptsPassword = (secret: string, before: string) => isFilledIn(secret) && !isJsonLiteral(secret, before)
const acceptsKey = (secret: string, before: string) =>
  acceptsPassword(secret, before) &&
  mixes(secret) &&
  !isReference(secret) &&
  !(isUuid(secret) && /access[_-]?id/i.test(before))

/** `name = value`, with or without quotes. A quoted value may contain characters that end a bare one. */
function assignments(mark: string, names: string, least: number, accepts: NonNullable<Rule['accepts']>): Rule[] {
  return [
    {
      mark,
      before: String.raw`${names}${suffix}${setTo}\\{0,7}["'\x60]`,
      secret: String.raw`${quoted}{${least},512}?(?=\\{0,7}["'\x60])`,
      accepts,
    },
    { mark, before: `${names}${suffix}${setTo}`, secret: `${bare}{${least},512}`, more: `${bare}{1,32}`, accepts },
  ]
}

/** Services whose keys have no prefix of their own: a long random value assigned to their name is a key. */
const services =
  '(?<![a-z])(?:adafruit|adobe|airtable|algolia|alibaba|artifactory|asana|atlassian|beamer|bitbucket|bittrex|cisco|clickhouse|cloudflare|codecov|cohere|coinbase|confluence|confluent|contentful|datadog|discord|droneci|dropbox|etsy|facebook|fastly|finicity|finnhub|flickr|freshbooks|gitter|gocardless|heroku|hubspot|intercom|jfrog|jira|kraken|kucoin|launchdarkly|linear|linkedin|lob|looker|mailchimp|mailgun|mapbox|mattermost|meraki|messagebird|microsoft_teams|mailer|netlify|newrelic|new-relic|new_relic|nytimes|okta|plaid|privateai|rapidapi|scalingo|sendbird|sendinblue|sentry|settlemint|sidekiq|snyk|sonar|sourcegraph|squarespace|sumo|telegr|travis|trello|twitch|twitter|typeform|yandex|zendesk)'

const acceptsServiceKey = (secret: string, before: string) =>
  acceptsPassword(secret, before) &&
  /\d/.test(secret) &&
  /[A-Za-z]/.test(secret) &&
  isRandom(secret) &&
  !isReference(secret)

/** `user:password` in Base64. */
const isPair = (secret: string) =>
  /^[\x20-\x7e]{0,128}:[\x20-\x7e]{1,}$/.test(Buffer.from(secret, 'base64').toString('latin1'))

const schemes = '(?:bearer|basic|digest|negotiate|api-?token|api-?key|token|ssws|geniekey|bot|oauth|splunk)'

/** The option before `name:password` in a command: `-u`, `--user` or `--proxy-user`. */
const commandUser = String.raw`(?:\s-u|--(?:proxy-)?user)[ =]{0,3}`
const openQuote = String.raw`\\{0,7}["'\x60]`

/**
 * Credentials that only their context reveals, in any letter case. For the operator's log, where a false positive is
 * better than a miss.
 */
export const contextualRules: readonly Rule[] = [
  {
    mark: '(?:auth)',
    before: `(?:authorization)${quote}${gap}[:=]${gap}${quote}(?:${schemes} {1,3})?`,
    // Masks an unknown scheme too, because it might be the secret.
    secret: String.raw`(?!${schemes}\b)(?:[a-z][a-z-]{1,24} {1,3}(?=[a-z._~+/=-]{0,128}[0-9]))?[^\s"'\x60<>$,;{}\\]{8,512}`,
    more: String.raw`[^\s"'\x60<>$,;{}\\]{1,64}`,
    accepts: isFilledIn,
  },
  {
    mark: '(?:bearer)',
    before: '(?<![a-z])(?:bearer)(?:[ +]|%20){1,3}',
    secret: '[A-Za-z0-9._~+/-]{8,512}={0,2}',
    more: '[A-Za-z0-9._~+/=-]{1,64}',
    accepts: (secret) => /\d/.test(secret) || (secret.length >= 24 && mixes(secret)),
  },
  {
    mark: '(?:basic)',
    before: '(?<![a-z])(?:basic) {1,3}',
    secret: '[A-Za-z0-9+/]{6,512}={0,2}',
    more: '[A-Za-z0-9+/=]{1,64}',
    accepts: isPair,
  },
  {
    mark: '(?:cookie)',
    before: `(?:cookie)${quote}${gap}[:=]${gap}${quote}`,
    secret: String.raw`(?:[^\s"'\x60<>\\;]|; ?){4,512}`,
    more: String.raw`(?:[^\s"'\x60<>\\;]|; ?){1,32}`,
    accepts: (secret) => secret.includes('=') && isFilledIn(secret),
  },
  {
    mark: '@',
    before: String.raw`://[^\s:@/?#"'\x60<>]{0,128}:`,
    secret: String.raw`[^\s/?#"'\x60<>]{1,512}(?=@)`,
    accepts: isFilledIn,
  },
  { mark: '@', before: '://', secret: String.raw`[^\s:@/?#"'\x60<>]{16,512}(?=@)`, accepts: isFilledIn },
  {
    mark: '-u',
    before: String.raw`${commandUser}(?:${openQuote}[^\s"':$]{1,64}:|[^\s"':$]{1,64}:${openQuote})`,
    secret: `${quoted}{1,256}?(?=${openQuote})`,
    accepts: isFilledIn,
  },
  {
    mark: '-u',
    before: String.raw`${commandUser}${quote}[^\s"':$]{1,64}:`,
    secret: String.raw`[^\s"'\x60\\]{1,256}`,
    accepts: isFilledIn,
  },
  // Bundler's gem servers: user and password, or two halves of a secret.
  {
    mark: '(?:bundle_)',
    before: `(?:bundle_)[a-z0-9_]{1,64}__[a-z0-9_]{1,64}${setTo}${quote}`,
    secret: String.raw`[^\s"'\x60<>:/\\]{1,128}:(?!//)[^\s"'\x60<>\\]{1,256}`,
    accepts: isFilledIn,
  },
  ...assignments(passwordMark, passwordNames, 1, acceptsPassword),
  ...assignments(keyMark, keyNames, 8, acceptsKey),
  {
    mark: services,
    before: String.raw`${services}[\w .-]{0,20}${setTo}${quote}`,
    secret: '[A-Za-z0-9_=|.-]{16,200}',
    more: '[A-Za-z0-9_=|.-]{1,64}',
    accepts: acceptsServiceKey,
  },
  {
    mark: '(?:facebook)',
    before: String.raw`(?:facebook)[^\r\n]{0,40}?(?<![0-9])`,
    secret: String.raw`[0-9]{15,16}(?:\||%7C)[A-Za-z0-9_-]{27}`,
  },
  { mark: '-us[0-9]', secret: '(?<![A-Za-z0-9])[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9])', accepts: isRandom },
]

/** Credentials with a prefix of their own, including truncated or very long ones. */
export const markedRules: readonly Rule[] = [...certainRules, beginningOfToken]
