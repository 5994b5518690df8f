/** The site of an airline or a hotel chain, where a traveler can repeat the search. */
export interface OwnSite {
  /** "klm.com" */
  host: string
  url: string
}

/**
 * The sites of companies by code. The table has the codes of each host, separated by spaces. A host without a dot gets
 * `.com`. It lists only hosts whose `www.` name is certainly the company's own site.
 */
export function sitesByCode(
  table: Readonly<Record<string, string>>,
): (code: string | undefined) => OwnSite | undefined {
  const hosts = new Map(
    Object.entries(table).flatMap(([host, codes]) => codes.split(' ').map((code) => [code, host] as const)),
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
