const withScheme = /\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'`)|;<>]+/gi
const number = String.raw`(?:0x[\da-f]+|\d+)`
const hosts = [
  // curl repeats a download for each text in braces or brackets. The numbers bound the work on a hostile text.
  String.raw`(?:[\p{L}\p{M}\d_{},[\]-]{1,99}[.。．｡]){1,30}[\p{L}\p{M}]{2,}`,
  String.raw`[\p{L}\p{M}\d_-]{1,99}(?=:\d+\/)`,
  String.raw`\/\/[^\s/]{1,99}`,
  String.raw`(?:\d{1,3}\.){3}\d{1,3}`,
  String.raw`\[[\da-f:.]+\]`,
  String.raw`\$\{?\w+\}?`,
  // IPv4 in another form, like 2130706433 or 0x7f.1. Only before a port or a path: options have numbers as values.
  String.raw`${number}(?:\.${number}){0,3}(?=:\d|\/)`,
  // The same without a path, unless an option stands before it.
  String.raw`(?<=\s)(?<!\s-\S{0,40}\s{1,4})(?:\d{8,10}|0x[\da-f]{6,8})(?=[\s?#]|$)`,
]
/**
 * What a download command takes for an address without a scheme: a host, an IP address or a variable. Braces and brackets
 * after a host continue its name.
 */
const bare = new RegExp(String.raw`(?<=^|[\s"'(@={,])(?:${hosts.join('|')})(?::\d+)?(?:[/{[][^\s"'\x60)|;<>]*)?`, 'giu')
const downloads =
  /\b(?:curl|wget|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod|fetch(?=\s+(?:[-$"']|\S+\.\S+\/)))\b/i
const continuedLine = /\\\r?\n/g
const endOfCommand = /\|+|;|&&|\n/

/** An option whose value is no address: `flags` are letters without a value, which may stand before `letters`. */
const optionWithValue = (flags: string, letters: string, names: string): RegExp =>
  new RegExp(`(?<=\\s)(?:-[${flags}]*[${letters}]|--(?:${names}))(?:\\s+|=)(?:"[^"]*"|'[^']*'|\\S+)`, 'g')
const curlOption = optionWithValue(
  'fsSLkvigjlnNqRJ46#',
  'oHAudbFeXmw',
  'output|header|user-agent|user|data[\\w-]*|cookie|form|referer|request|retry[\\w-]*|max-time|connect-timeout|write-out',
)
const wgetOption = optionWithValue(
  'qcNSnvx46',
  'OoUtTPQ',
  'output-\\w+|header|user-agent|tries|timeout|directory-prefix',
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
  return found.length > 0 ? found : bareIn(text).slice(0, 1)
}

function bareInCommand(command: string): string[] {
  const start = command.search(downloads)
  if (start < 0) return []
  const rest = command.slice(start)
  const [isCurl, isWget] = [/\bcurl\b/i.test(rest), /\bwget\b/i.test(rest)]
  // The same letter may take a value in one program and none in the other, so with both, nothing is left out.
  const option = isCurl === isWget ? undefined : isCurl ? curlOption : wgetOption
  const withoutValues = (option === undefined ? rest : rest.replace(option, ' ')).replace(redirection, ' ')
  // Last: a value that is an address would otherwise leave an option that takes the next address for its value. A shell
  // removes quotes and backslashes within a word.
  return bareIn(withoutValues.replace(withScheme, ' ').replaceAll(/["'\\]/g, ''))
}

const bareIn = (text: string): string[] =>
  [...text.matchAll(bare)].map(([address]) => (address.startsWith('//') ? address : `//${address}`))

function plain(address: string): string {
  const url = URL.parse(address)
  if (url !== null) return `//${url.host}${url.pathname}`
  const rest = address.slice(address.indexOf('//') + 2)
  return `//${rest.slice(rest.lastIndexOf('@') + 1)}`
}
