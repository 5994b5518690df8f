import type { NextRequest } from 'next/server'
import * as z from 'zod'
import { type Refused, refuseField } from '../http/outcome.ts'

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
