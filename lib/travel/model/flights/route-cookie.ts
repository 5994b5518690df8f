import { maxSlices } from '#runner/contract/capabilities/slice-text.ts'

/** The cookie from which the server reads the routes for the chart and the last search for the form. */
export const ROUTE_COOKIE = 'flight-routes'

/** The most routes that the cookie keeps. After a trip with more flights, it keeps all routes of that trip. */
const MAX_ROUTES = 3

export type RoutePair = [origin: string, destination: string]

interface RememberedRoutes {
  /** The query of the last search. */
  lastQuery: string
  /** Routes as pairs of codes, newest first. */
  routes: RoutePair[]
}

/** Parses the cookie's value. Ignores invalid parts. */
export function readRoutes(value: string | undefined): RememberedRoutes {
  const [list = '', lastQuery = ''] = (value ?? '').split('!')
  const routes = list.split('_').flatMap((pair): RoutePair[] => {
    const match = /^([A-Z]{3})-([A-Z]{3})$/.exec(pair)
    return match?.[1] && match[2] ? [[match[1], match[2]]] : []
  })
  return { lastQuery: decodeSafely(lastQuery), routes: routes.slice(0, maxSlices) }
}

/** The cookie's value after another search. All routes of a multi-city trip are kept. */
export function writeRoutes(before: RememberedRoutes, searched: readonly RoutePair[], query: string): string {
  const pairs = new Set([...searched, ...before.routes].map((pair) => pair.join('-')))
  const kept = [...pairs].slice(0, Math.max(MAX_ROUTES, searched.length))
  return `${kept.join('_')}!${encodeURIComponent(query)}`
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
