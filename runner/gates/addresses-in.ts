const withScheme = /\b(?:https?|ftp):\/\/[^\s"'`)|;<>]+/gi
/** The first part of a text that looks like a host without a scheme. */
const bare = /(?:^|[\s"'(])((?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:\/[^\s"'`)|;<>]*)?)/i

/** The addresses in a text, as `//host/path`. User info is removed, because it could look like a host. */
export function addressesIn(text: string): string[] {
  const found = [...text.matchAll(withScheme)].map(([address]) => plain(address))
  if (found.length > 0) return found
  const [, address] = bare.exec(text) ?? []
  return address === undefined ? [] : [`//${address}`]
}

function plain(address: string): string {
  const url = URL.parse(address)
  if (url !== null) return `//${url.host}${url.pathname}`
  const rest = address.slice(address.indexOf('//') + 2)
  return `//${rest.slice(rest.lastIndexOf('@') + 1)}`
}
