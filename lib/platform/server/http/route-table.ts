import { appMethods } from './check-head.ts'
import type { RouteHandler } from './define-route.ts'
import { routeMethods } from './route-methods.ts'

/** Routes by method and path: `GET people/[id]`. */
export type RouteTable = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`, RouteHandler>>

type Params = Record<string, string | string[] | undefined>
type Answer = (request: Request, context?: { params: Promise<Params> }) => Promise<Response>

/**
 * The handler of a Next route file `[...path]`, for each of its methods. Like Next, it prefers a path without
 * parameters. A path refuses the methods that the table does not name.
 *
 * @param otherwise answers the paths that the table does not name
 */
export function answerFrom(table: RouteTable, otherwise: Answer): Answer {
  const routes = Object.entries(table).map(([name, route]) => ({ name: name.split(' '), route }))
  const files = [...Map.groupBy(routes, ({ name: [, path = ''] }) => path)]
    // `[` sorts before each letter.
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([path, group]) => ({
      path: path.split('/'),
      methods: routeMethods<RouteHandler>(
        Object.fromEntries(group.map(({ name: [method], route }) => [method, route])),
      ),
    }))
  return async (request, context) => {
    const asked = [(await context?.params)?.path ?? []].flat()
    const found = files.find(
      ({ path }) => path.length === asked.length && path.every((part, at) => part === asked[at] || isParameter(part)),
    )
    const method = appMethods.find((known) => known === request.method)
    if (found === undefined || method === undefined) return otherwise(request)
    const params = found.path.flatMap((part, at) => (isParameter(part) ? [[part.slice(1, -1), asked[at]]] : []))
    return found.methods[method](request, { params: Promise.resolve(Object.fromEntries(params)) })
  }
}

const isParameter = (part: string) => part.startsWith('[')
