import { randomBytes } from 'node:crypto'
import { refusalResponse, refuse } from './outcome.ts'
import { requestIdOf } from './request-id.ts'

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

type OwnHandler = (request: Request) => Promise<Response>

/**
 * All that a Next route file exports: the handlers that are given, and for each other method an answer of its own. Left to
 * Next, a method that an address does not take is a 405 without a word. HEAD goes with GET.
 */
export function routeMethods<Handler extends (request: never, context: never) => Promise<Response>>(
  given: Partial<Record<Exclude<Method, 'HEAD' | 'OPTIONS'>, Handler>>,
): Record<Method, Handler | OwnHandler> {
  const isTaken = (method: Method) => method === 'OPTIONS' || given[method === 'HEAD' ? 'GET' : method] !== undefined
  const allow = methods.filter(isTaken).join(', ')
  const headersOf = ({ headers }: Request) => ({ allow, 'x-request-id': requestIdOf(headers, randomBytes) })

  const options: OwnHandler = async (request) => new Response(null, { status: 204, headers: headersOf(request) })
  const refused: OwnHandler = async (request) => {
    const { status, headers, body } = refusalResponse(refuse('METHOD_NOT_ALLOWED', { facts: { detail: allow } }))
    for (const [name, value] of Object.entries(headersOf(request))) headers.set(name, value)
    return new Response(request.method === 'HEAD' ? null : body, { status, headers })
  }
  const { GET = refused, POST = refused, PUT = refused, PATCH = refused, DELETE = refused } = given
  return { GET, HEAD: GET, OPTIONS: options, POST, PUT, PATCH, DELETE }
}
