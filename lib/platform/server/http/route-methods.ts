import { randomBytes } from 'node:crypto'
import { appMethods } from './check-head.ts'
import { refusalResponse, refuseMethod } from './outcome.ts'
import { requestIdOf } from './request-id.ts'

type Method = (typeof appMethods)[number]

type OwnHandler = (request: Request) => Promise<Response>

/**
 * All exports of a Next route file: the given handlers, and an error response for each other method. By default Next
 * answers an unsupported method with an empty 405. HEAD uses the GET handler. Next never prerenders the answer of such a
 * route, because it exports methods besides GET and HEAD.
 */
export function routeMethods<Handler extends (request: never, context: never) => Promise<Response>>(
  given: Partial<Record<Exclude<Method, 'HEAD' | 'OPTIONS'>, Handler>>,
): Record<Method, Handler | OwnHandler> {
  const isTaken = (method: Method) => method === 'OPTIONS' || given[method === 'HEAD' ? 'GET' : method] !== undefined
  const taken = appMethods.filter(isTaken)
  const allow = taken.join(', ')
  const headersOf = ({ headers }: Request) => ({ allow, 'x-request-id': requestIdOf(headers, randomBytes) })

  const options: OwnHandler = async (request) => new Response(null, { status: 204, headers: headersOf(request) })
  const refused: OwnHandler = async (request) => {
    const { status, headers, body } = refusalResponse(refuseMethod(taken))
    for (const [name, value] of Object.entries(headersOf(request))) headers.set(name, value)
    return new Response(request.method === 'HEAD' ? null : body, { status, headers })
  }
  const { GET = refused, POST = refused, PUT = refused, PATCH = refused, DELETE = refused } = given
  return { GET, HEAD: GET, OPTIONS: options, POST, PUT, PATCH, DELETE }
}
