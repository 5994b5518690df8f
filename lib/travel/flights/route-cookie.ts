/** The cookie with the routes for the chart and the last search for the form, for the server. */
export const ROUTE_COOKIE = 'flight-routes'

const MOST_ROUTES = 3

export interface RememberedRoutes {
  /** The query of the last search. */
  lastQuery: string
  /** Routes as pairs of codes, newest first. */
  routes: [origin: string, destination: string][]
}

/** Parses the cookie's value; an invalid one gives an empty memory. */
export function readRoutes(value: string | undefined): RememberedRoutes {
  const [list = '', lastQuery = ''] = (value ?? '').split('!')
  const routes = list.split('_').flatMap((pair): [string, string][] => {
    const match = /^([A-Z]{3})-([A-Z]{3})$/.exec(pair)
    return match?.[1] && match[2] ? [[match[1], match[2]]] : []
  })
  return { lastQuery: decodeSafely(lastQuery), routes: routes.slice(0, MOST_ROUTES) }
}

/** The cookie's value after another search. */
export function writeRoutes(before: RememberedRoutes, origin: string, destination: string, query: string): string {
  const others = before.routes.filter(([from, to]) => from !== origin || to !== destination)
  const routes = [[origin, destination], ...others].slice(0, MOST_ROUTES)
  return `${routes.map((pair) => pair.join('-')).join('_')}!${encodeURIComponent(query)}`
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
