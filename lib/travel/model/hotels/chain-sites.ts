import { type OwnSite, siteOf, sitesByCode } from '../own-sites.ts'
import nameTable from './chain-names.json' with { type: 'json' }
import sites from './chain-sites.json' with { type: 'json' }

const siteByCode = sitesByCode(sites)

/**
 * The names of the chains of each host. A chain's full name contains one of them as whole words: "Hilton Garden Inn",
 * "Riu Hotels & Resorts". Lists no name that is also a common word or another company's.
 */
const names = Object.entries(nameTable).map(([host, name]) => [host, new RegExp(`\\b(${name})\\b`)] as const)

/** The hotel chain's own site by its code in the reservation systems, or by its name; `undefined` if none is known. */
export function chainSite(chain = ''): OwnSite | undefined {
  return siteByCode(chain) ?? siteByName(chain)
}

function siteByName(chain: string): OwnSite | undefined {
  const words = chain
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
  const host = names.find(([, name]) => name.test(words))?.[0]
  return host === undefined ? undefined : siteOf(host)
}
