import { randomBytes } from 'node:crypto'
import { NextRequest } from 'next/server.js'
import NextAuth from 'next-auth'
import * as z from 'zod'
import { isSafeMethod, type OriginCheck } from '../http/origin.ts'
import {
  howToAuthenticate,
  type Outcome,
  type Refused,
  refusalResponse,
  refuse,
  refuseBecause,
  refuseField,
  refuseThrown,
  retryAfterHeader,
} from '../http/outcome.ts'
import { readText } from '../http/read-json.ts'
import { requestIdOf } from '../http/request-id.ts'
import type { Auth } from './auth.ts'
import { nextAuthOptions } from './next-auth-options.ts'

const bodyLimitBytes = 32 * 1024

type RouteContext = { params: Promise<{ nextauth: string[] }> }
type NextAuthRoute = (request: NextRequest, context: RouteContext) => Promise<Response>

/**
 * The handler under `/api/auth/…`. Refuses changing requests from a foreign origin. A request without a stated origin
 * passes, because next-auth requires its CSRF token for every sign-in and sign-out, but starts no guest session. When a rate limit is reached,
 * callers that request JSON get 429 with `Retry-After`.
 *
 * @param getPorts called once per request
 */
export function createNextAuthRoute(getPorts: () => Promise<{ auth: Auth; checkOrigin: OriginCheck }>): NextAuthRoute {
  return async (request, context) => {
    const requestId = requestIdOf(request.headers, randomBytes)
    const { auth, checkOrigin } = await getPorts()
    try {
      return await answer(auth, checkOrigin, request, context)
    } catch (cause) {
      auth.log.error('The sign-in route failed', { requestId, cause })
      return refusalResponse(refuseThrown(cause, requestId))
    }
  }
}

async function answer(
  auth: Auth,
  checkOrigin: OriginCheck,
  request: NextRequest,
  context: RouteContext,
): Promise<Response> {
  if (!isSafeMethod(request.method) && checkOrigin(request.headers) === 'foreign') {
    return refusalResponse(refuseBecause('foreign_origin'))
  }
  const { nextauth } = await context.params
  // Not passed on: next-auth would write lines from any client to the log.
  if (nextauth[0] === '_log') return refusalResponse(refuse('NOT_FOUND'))
  const checked = await withCheckedBody(request)
  if (!checked.ok) return refusalResponse(checked)

  let refusal: Refused | undefined
  const options = nextAuthOptions(auth, request.headers, {
    checkOrigin,
    refused: (reason) => {
      refusal = reason
    },
  })
  return toldAnswer(await NextAuth(checked.value, context, options), refusal)
}

/** next-auth's answer with what it leaves out. `refusal`: why a sign-in was refused. */
export function toldAnswer(response: Response, refusal: Refused | undefined): Response {
  // Replaced, because next-auth reports unknown actions as plain text, sometimes with a 5xx status.
  if (!response.ok && response.headers.get('content-type')?.startsWith('text/plain')) {
    return refusalResponse(refuse('NOT_FOUND'))
  }
  if (refusal?.error.reason === 'foreign_origin') return refusalResponse(refusal)
  const isLimited = refusal?.error.code === 'RATE_LIMITED'
  if (response.headers.has('location') || !(isLimited || response.status === 401)) return response
  const added = isLimited ? retryAfterHeader(refusal.retryAfterMs ?? 1000) : howToAuthenticate
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(added)) headers.set(name, value)
  return new Response(response.body, { status: isLimited ? 429 : 401, headers })
}

/** Reads the body first, with a size limit: next-auth would read it whole. */
async function withCheckedBody(request: NextRequest): Promise<Outcome<NextRequest>> {
  if (isSafeMethod(request.method) || request.body === null)
    return mistakeOfAuthRequest(request) ?? { ok: true, value: request }
  const text = await readText(request, bodyLimitBytes)
  if (!text.ok) return text
  const mistake = mistakeOfAuthRequest(request, text.value)
  if (mistake) return mistake
  const { method, headers } = request
  return { ok: true, value: new NextRequest(request.url, { method, headers, body: text.value }) }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a header cannot contain these.
const control = /[\u0000-\u001f\u007f]/

/** next-auth stores the last callback URL in these cookies, and fails every request that has an invalid one. */
const addressCookies = ['next-auth.callback-url', '__Secure-next-auth.callback-url']

/** Body fields that next-auth and its providers read. */
const knownFields = ['callbackUrl', 'csrfToken', 'email', 'json', 'password', 'redirect']

const JsonBody = z.record(z.string(), z.union([z.string(), z.boolean()]))

/**
 * Rejects requests that next-auth would answer with 500 although the sender caused the error; next-auth would also log
 * the sender's text. `body` is the raw text.
 */
export function mistakeOfAuthRequest(request: NextRequest, body?: string): Refused | undefined {
  const { searchParams, origin } = new URL(request.url)
  const isJson = request.headers.get('content-type')?.includes('application/json') === true
  const mistake = body !== undefined && isJson ? mistakeOfJson(body) : undefined
  if (mistake) return mistake
  // Checks every value of a repeated parameter, because some readers take the first value and others the last.
  const mayBeAddress = (address: string) => address === '' || isWebAddress(address, origin)
  if (!searchParams.getAll('callbackUrl').every(mayBeAddress)) {
    return refuseField('callbackUrl', 'must be an address like https://example.com/path, or a path')
  }
  if (searchParams.getAll('error').some((error) => control.test(error)))
    return refuseField('error', 'contains a control character')
  const isKept = addressCookies.every((name) => mayBeAddress(request.cookies.get(name)?.value ?? ''))
  return isKept ? undefined : refuseField('cookie', 'has an invalid callback-url: delete the cookies of this site')
}

function mistakeOfJson(text: string): Refused | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuseField('body', 'is not valid JSON')
  }
  const [issue] = JsonBody.safeParse(value).error?.issues ?? []
  if (issue === undefined) return undefined
  const [field] = issue.path
  if (field === undefined) return refuseField('body', 'must be a JSON object')
  return refuseField(knownFields.includes(String(field)) ? String(field) : 'body', 'must be text')
}

function isWebAddress(address: string, origin: string): boolean {
  const base = address.startsWith('/') ? origin : undefined
  return URL.canParse(address, base) && /^https?:$/.test(new URL(address, base).protocol)
}
