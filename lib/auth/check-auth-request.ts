import { type Refused, refuseField } from '../http/outcome.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a header cannot have.
const control = /[\u0000-\u001f\u007f]/

/**
 * What is wrong with a request to next-auth by the sender's doing, where next-auth takes it for its own: it answers 500 and logs it as a
 * failure, with what the sender wrote. `body` is text as it came.
 */
export function mistakeOfAuthRequest(request: Request, body?: string): Refused | undefined {
  const { searchParams, origin } = new URL(request.url)
  const isJson = request.headers.get('content-type')?.includes('application/json') ?? false
  if (body !== undefined && isJson && !isJsonText(body)) return refuseField('body', 'is not valid JSON')
  const callbackUrl = searchParams.get('callbackUrl')
  if (callbackUrl && !isWebAddress(callbackUrl, origin)) {
    return refuseField('callbackUrl', 'must be an address like https://example.com/path, or a path')
  }
  if (control.test(searchParams.get('error') ?? ''))
    return refuseField('error', 'has a character that may not stand here')
  return undefined
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isWebAddress(address: string, origin: string): boolean {
  const base = address.startsWith('/') ? origin : undefined
  return URL.canParse(address, base) && /^https?:$/.test(new URL(address, base).protocol)
}
