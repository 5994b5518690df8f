const withScheme = /\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'`)|;<>]+/gi
// curl repeats a download for each text in braces or brackets.
const label = String.raw`[\p{L}\p{M}\d_{},[\]-]`
const dot = '[.。．｡]'
const number = String.raw`(?:0x[\da-f]+|\d+)`
const hosts = [
  // The numbers bound the work on a hostile text.
  String.raw`(?:${label}{1,99}${dot}){1,30}[\p{L}\p{M}]{2,}`,
  String.raw`[\p{L}\p{M}\d_-]{1,99}(?=:\d+\/)`,
  String.raw`\/\/[^\s/]{1,99}`,
  String.raw`(?:\p{N}{1,3}${dot}){3}\p{N}{1,3}`,
  String.raw`\[[\da-f:.]+\]`,
  String.raw`\$\{?\w+\}?`,
  // IPv4 in another form, like 2130706433 or 0x7f.1. Only before a port or a path: options have numbers as values.
  String.raw`${number}(?:\.${number}){0,3}(?=:\d|\/)`,
  // The same without a path, unless an option stands before it.
  String.raw`(?<=\s)(?<!\s-\S{0,40}\s{1,4})(?:\d{8,10}|0x[\da-f]{6,8})(?=[\s?#]|$)`,
]
/** The same dots as curl reads them in a host, where it decodes percent signs. */
const encodedDot = '(?:%2e|%e3%80%82|%ef%bc%8e|%ef%bd%a1)'
/** Ends a word or a host in a command. curl maps most other characters, such as ⓒ, to those of a host. */
const end = String.raw`\s!"#&'()*+/:;<=>?@\\^\x60|~\0-\x1f`
/** Forms that are addresses only within a command. */
const hostsInCommand = [
  // Of any length, with escapes and variables. Only a whole word, so that no two attempts read the same text.
  `(?<![{,:])[^${end}]+?${encodedDot}[^${end}]*`,
  String.raw`(?<![{,:])(?:[^${end}.。．｡]+${dot})+[^${end}.。．｡\d_{},[\]%$-]{2,}`,
  String.raw`[\p{L}\p{M}\d_-]{1,99}(?=:\d{1,5}(?![\w:.-]))`,
  String.raw`\$\(\w*`,
  String.raw`\$(?:\{!|\{?[@*])`,
  // curl needs only one slash.
  String.raw`(?<=\b(?:https?|ftps?):)\/[^\s/]{1,99}`,
  String.raw`(?<=\s)(?:\d{8,10}|0x[\da-f]{6,8})(?=[\s?#]|$)`,
  // Two to four numbers, unless they look like a version.
  String.raw`(?<=\s)(?=(?:\d{1,3}\.){0,3}(?:0x|\d{4}))${number}(?:\.${number}){1,3}(?=[\s?#]|$)`,
]
const addressOf = (before: string, some: readonly string[]) =>
  new RegExp(String.raw`(?<=^|${before})(?:${some.join('|')})(?::\d+)?(?:[/{[%$][^\s"'\x60)|;<>]*)?`, 'giu')
/**
 * What a download command takes for an address without a scheme: a host, an IP address or a variable. Braces, brackets,
 * variables and escapes after a host continue its name.
 */
const bare = addressOf(String.raw`[\s"'(@={,]`, hosts)
/** The same within a command, where a host may also follow a colon: `--resolve bun.sh:443:10.0.0.1`. */
const bareOfCommand = addressOf(String.raw`[\s"'(@={,:]`, [...hostsInCommand, ...hosts])
const downloads =
  /\b(?:curl|wget|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod|fetch(?=\s+(?:[-$"']|\S+\.\S+\/)))\b/i
const continuedLine = /\\\r?\n/g
const endOfCommand = /\|+|;|&&|\n/

/** An option whose value is no address: `flags` are letters without a value, which may stand before `letters`. */
const optionWithValue = (flags: string, letters: string, names: string): RegExp =>
  new RegExp(`(?<=\\s)(?:-[${flags}]*[${letters}]|--(?:${names}))(?:\\s+|=)(?:"[^"]*"|'[^']*'|\\S+)`, 'g')
const curlOption = optionWithValue(
  'fsSLkvigjlnNqRJ46#',
  'oHAudbFeXmwCryYz',
  'output|output-dir|header|user-agent|user|data[\\w-]*|cookie|form|referer|request|retry|retry-delay|retry-max-time|max-time|connect-timeout|write-out|max-filesize|limit-rate|rate|speed-limit|speed-time|continue-at|range|time-cond|tls-max',
)
const wgetOption = optionWithValue(
  'qcNSnvx46',
  'OoUtTPQw',
  'output-\\w+|header|user-agent|tries|timeout|directory-prefix|quota|limit-rate|start-pos|wait',
)
const redirection = />+\s*\S+/g

/**
 * The addresses in a text, as `//host/path`: those with a scheme, and those without one in commands that download.
 * A text with neither gives its first part that looks like a host. User info is removed, because it could look like a
 * host.
 */
export function addressesIn(text: string): string[] {
  const found = [...text.matchAll(withScheme)].map(([address]) => plain(address))
  for (const command of text.replaceAll(continuedLine, '').split(endOfCommand)) found.push(...bareInCommand(command))
  return found.length > 0 ? found : bareIn(text, bare).slice(0, 1)
}

function bareInCommand(command: string): string[] {
  const start = command.search(downloads)
  if (start < 0) return []
  const rest = command.slice(start)
  const [isCurl, isWget] = [/\bcurl\b/i.test(rest), /\bwget\b/i.test(rest)]
  // The same letter may take a value in one program and none in the other, so with both, nothing is left out.
  const option = isCurl === isWget ? /(?!)/ : isCurl ? curlOption : wgetOption
  const withoutValues = rest.replace(option, ' ').replace(redirection, ' ')
  // Last: a value that is an address would otherwise leave an option that takes the next address for its value. A shell
  // removes quotes and backslashes within a word.
  return bareIn(withoutValues.replace(withScheme, ' ').replaceAll(/["'\\]/g, ''), bareOfCommand)
}

const bareIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([address]) => (address.startsWith('//') ? address : `//${address}`))

function plain(address: string): string {
  const url = URL.parse(address)
  if (url !== null) return `//${url.host}${url.pathname}`
  const rest = address.slice(address.indexOf('//') + 2)
  return `//${rest.slice(rest.lastIndexOf('@') + 1)}`
}
