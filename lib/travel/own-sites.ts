/** The site of an airline or a hotel chain, where a traveler repeats the search. */
export interface OwnSite {
  /** "klm.com" */
  host: string
  url: string
}

/**
 * The sites of companies by code. `lines`: "host codes" each, without indentation, which pages would load; a host
 * without a dot ends in `.com`. Only hosts whose `www.` name is the company's own site; without a safe answer, no entry.
 */
export function sitesByCode(lines: string): (code: string | undefined) => OwnSite | undefined {
  const hosts = new Map(
    lines.split('\n').flatMap((line) => {
      const [host = '', ...codes] = line.split(' ')
      return codes.map((code) => [code, host.includes('.') ? host : `${host}.com`] as const)
    }),
  )
  return (code = '') => {
    const host = hosts.get(code)
    return host === undefined ? undefined : { host, url: `https://www.${host}/` }
  }
}
