import type { RaisableCode } from '#runner/sdk/index.ts'
import { codeOfStatus, done, type Failure, failed, type Outcome } from '#runner/sdk/outcome.ts'
import { asArray, asRecord, type JsonRecord, recordIn, textReader } from '#runner/sdk/read-json.ts'
import type { GivenOffer } from './given.ts'

/** An offer request that the provider accepted. `isLive`: it searched real airlines. */
export type Accepted = { readonly id: string; readonly isLive: boolean }
/** `after`: the cursor of the next page. */
export type Page = { readonly offers: readonly GivenOffer[]; readonly after: string | undefined }

const asText = textReader(300)

export function readAccepted(status: number, text: string): Outcome<Accepted> {
  const body = readSuccess(status, text)
  if (!body.ok) return body
  const data = asRecord(body.value.data)
  const id = typeof data?.id === 'string' && /^[\w-]{1,100}$/.test(data.id) ? data.id : undefined
  if (id === undefined) return failed('API_INVALID_ANSWER', `status ${status}, no offer request`)
  // An answer that is not marked as live counts as test data.
  return done({ id, isLive: data?.live_mode === true })
}

export function readPage(status: number, text: string): Outcome<Page> {
  const body = readSuccess(status, text)
  if (!body.ok) return body
  const { data, meta } = body.value
  if (!Array.isArray(data)) return failed('API_INVALID_ANSWER', `status ${status}, no list of offers`)
  const after = asRecord(meta)?.after
  return done({ offers: data, after: typeof after === 'string' && after !== '' ? after : undefined })
}

/** The body of a success, or the failure that status and body indicate. */
function readSuccess(status: number, text: string): Outcome<JsonRecord> {
  const body = recordIn(text)
  const problem = asRecord(asArray(body?.errors)[0])
  if (body !== undefined && problem === undefined && status >= 200 && status < 300) return done(body)
  return failureOf(status, text, body, problem)
}

/** Codes that are more specific than the status. */
const codeOfType: Readonly<Record<string, RaisableCode>> = {
  authentication_error: 'API_AUTH_FAILED',
  rate_limit_error: 'API_RATE_LIMITED',
  airline_error: 'API_UNAVAILABLE',
  api_error: 'API_UNAVAILABLE',
}

function failureOf(
  status: number,
  text: string,
  body: JsonRecord | undefined,
  problem: JsonRecord | undefined,
): Failure {
  const said = [problem?.type, problem?.code, problem?.title, problem?.message].map(asText).filter(Boolean)
  const detail = `status ${status}, ${said.join(' · ') || (body === undefined ? 'no JSON' : 'no error entry')}`
  const known = codeOfType[String(problem?.type)]
  if (known !== undefined) return failed(known, detail)
  // A missing permission comes as plain text. A page of HTML comes from a server in front of the provider.
  const isPage = /^\s*</.test(text)
  const isSuccess = status >= 200 && status < 300
  return failed(
    isSuccess ? codeOfStatus(undefined, body !== undefined) : codeOfStatus(status, !isPage && text.trim() !== ''),
    detail,
  )
}
