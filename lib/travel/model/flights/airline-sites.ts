import { sitesByCode } from '../own-sites.ts'
import sites from './airline-sites.json' with { type: 'json' }

/** The airline's own site by its IATA code; `undefined` if none is known. */
export const airlineSite = sitesByCode(sites)
