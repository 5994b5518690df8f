const withScheme = /\b(?:https?|ftp):\/\/[^\s"'`)|;<>]+/gi
/** What a download command takes for an address without a scheme: a host, an IPv4 address or a variable. */
const bare =
  /(?<=^|[\s"'(])(?:(?:[a-z0-9-]+\.)+[a-z]{2,}|(?:\d{1,3}\.){3}\d{1,3}|\$\{?\w+\}?)(?::\d+)?(?:\/[^\s"'`)|;<>]*)?/gi
const downloads = /\b(?:curl|wget|fetch|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod)\b/i
/** The option for the file to write, with the name of the file. */
const outputFile = /(?<=\s)(?:-[a-z]*o|--output(?:-document)?)\s+\S+/gi
const endOfCommand = /\|+|;|&&|\n/

/**
 * The addresses in a text, as `//host/path`: those with a scheme, and those without one in commands that download.
 * A text with neither gives its first part that looks like a host. User info is removed, because it could look like a
 * host.
 */
export function addressesIn(text: string): string[] {
  const commands = text.split(endOfCommand).filter((command) => downloads.test(command))
  const found = [...text.matchAll(withScheme)].map(([address]) => plain(address))
  for (const command of commands) found.push(...bareIn(command.replace(outputFile, '')))
  return found.length > 0 ? found : bareIn(text).slice(0, 1)
}

const bareIn = (text: string): string[] => [...text.matchAll(bare)].map(([address]) => `//${address}`)

function plain(address: string): string {
  const url = URL.parse(address)
  if (url !== null) return `//${url.host}${url.pathname}`
  const rest = address.slice(address.indexOf('//') + 2)
  return `//${rest.slice(rest.lastIndexOf('@') + 1)}`
}
