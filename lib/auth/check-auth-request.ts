import type { NextRequest } from 'next/server'
import * as z from 'zod'
import { type Refused, refuseField } from '../http/outcome.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a header cannot have.
const control = /[\u0000-\u001f\u007f]/

/** next-auth keeps the last address in it, and answers nothing while it cannot read it. */
const addressCookies = ['next-auth.callback-url', '__Secure-next-auth.callback-url']

/** What next-auth and its providers read of a body. */
const knownFields = ['callbackUrl', 'csrfToken', 'email', 'json', 'password', 'redirect']

const JsonBody = z.record(z.string(), z.union([z.string(), z.boolean()]))

/**
 * What is wrong with a request to next-auth by the sender's doing, where next-auth takes it for its own: it answers 500 and logs it as a
 * failure, with what the sender wrote. `body` is text as it came.
 */
export function mistakeOfAuthRequest(request: NextRequest, body?: string): Refused | undefined {
  const { searchParams, origin } = new URL(request.url)
  const isJson = request.headers.get('content-type')?.includes('application/json') ?? false
  const mistake = body !== undefined && isJson ? mistakeOfJson(body) : undefined
  if (mistake) return mistake
  // Of a name that is given twice, one reader takes the first and another the last.
  const mayBeAddress = (address: string) => address === '' || isWebAddress(address, origin)
  if (!searchParams.getAll('callbackUrl').every(mayBeAddress)) {
    return refuseField('callbackUrl', 'must be an address like https://example.com/path, or a path')
  }
  if (searchParams.getAll('error').some((error) => control.test(error)))
    return refuseField('error', 'has a character that may not stand here')
  const isKept = addressCookies.every((name) => mayBeAddress(request.cookies.get(name)?.value ?? ''))
  return isKept ? undefined : refuseField('cookie', 'callback-url is no address: delete the cookies of this site')
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
  return refuseField(knownFields.includes(String(field)) ? String(field) : 'body', 'must be a text')
}

function isWebAddress(address: string, origin: string): boolean {
  const base = address.startsWith('/') ? origin : undefined
  return URL.canParse(address, base) && /^https?:$/.test(new URL(address, base).protocol)
}
