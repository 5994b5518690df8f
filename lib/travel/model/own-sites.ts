/** The site of an airline or a hotel chain, where a traveler can repeat the search. */
export interface OwnSite {
  /** "klm.com" */
  host: string
  url: string
}

/**
 * The sites of companies by code. Each line has a host and its codes, without indentation, because pages load the text.
 * A host without a dot gets `.com`. Lists only hosts whose `www.` name is certainly the company's own site.
 */
export function sitesByCode(lines: string): (code: string | undefined) => OwnSite | undefined {
  const hosts = new Map(
    lines.split('\n').flatMap((line) => {
      const [host = '', ...codes] = line.split(' ')
      return codes.map((code) => [code, host] as const)
    }),
  )
  return (code = '') => {
    const host = hosts.get(code)
    return host === undefined ? undefined : siteOf(host)
  }
}

/** The site of a listed host. */
export function siteOf(listed: string): OwnSite {
  const host = listed.includes('.') ? listed : `${listed}.com`
  return { host, url: `https://www.${host}/` }
}
