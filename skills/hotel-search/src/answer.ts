import type { RaisableCode, SkillHost } from '#runner/sdk/index.ts'
import { codeOfStatus, type Failure, failed, failureOfRejection, refused } from '#runner/sdk/outcome.ts'
import { asArray, asNumber, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import { asText } from './read.ts'

/**
 * The provider's answer, interpreted by status and JSON. `unavailable`: some of the requested hotels made the request
 * fail. `hotelIds` names them; if it is empty, the provider did not name them. `isLost`: they may still have rooms.
 */
export type Answer =
  | { readonly kind: 'data'; readonly data: readonly unknown[] }
  | { readonly kind: 'unavailable'; readonly hotelIds: readonly string[]; readonly isLost: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** One error entry. Providers also send its numbers as strings, padded with zeros, and omit fields. */
type Problem = {
  readonly code: number | undefined
  readonly status: number | undefined
  /** What the provider calls wrong: the name of a parameter, or `hotelIds=…`. */
  readonly parameter: string
  readonly detail: string
}

/** No data: a city without hotels, or hotels without offers. */
const noData = new Set<number | undefined>([1797, 895, 11126, 424])
/** One of the hotels has no rooms, is not sold here, or is unknown. */
const noRooms = new Set<number | undefined>([3664, 400, 392, 1257, 3237, 562])
/** The hotel's own system did not answer. */
const noAnswer = new Set<number | undefined>([450, 784, 790])

const failureOfCode = new Map<number | undefined, RaisableCode>([
  ...[38187, 38190, 38191, 38192, 38193, 39683, 39686, 38197, 451].map((code) => [code, 'API_AUTH_FAILED'] as const),
  ...[38194, 38195].map((code) => [code, 'API_RATE_LIMITED'] as const),
  ...[38189, 38196, 450, 790].map((code) => [code, 'API_UNAVAILABLE'] as const),
  [784, 'API_TIMEOUT'],
])

/** Our param for each error code, or for each parameter of the provider. */
const fieldOfCode = new Map<number | undefined, string>([
  [61, 'currency'],
  [145, 'check_in'],
  [381, 'check_in'],
  [382, 'check_out'],
  [404, 'check_out'],
  [431, 'check_out'],
  [377, 'check_out'],
  [397, 'adults'],
  [137, 'adults'],
  [9, 'place'],
  [383, 'place'],
  [1157, 'place'],
])
const fieldOfParameter = new Map([
  ['currency', 'currency'],
  ['checkInDate', 'check_in'],
  ['checkOutDate', 'check_out'],
  ['adults', 'adults'],
  ['roomQuantity', 'rooms'],
  ['priceRange', 'price_max'],
  ['boardType', 'board'],
  ['cityCode', 'place'],
  ['latitude', 'lat'],
  ['longitude', 'lon'],
  ['radius', 'radius_km'],
  ['ratings', 'stars'],
])

/**
 * Interprets an answer by its status and JSON (`undefined`: the body is not JSON). A page of HTML comes from a server
 * in front of the provider, so it means that the provider is unreachable, whatever its status.
 */
export function readAnswer(status: number, body: unknown): Answer {
  const record = asRecord(body)
  const isSuccess = status >= 200 && status < 300
  if (isSuccess && record !== undefined) {
    if (Array.isArray(record.data)) return { kind: 'data', data: record.data }
    if (asRecord(record.meta)?.count === 0) return { kind: 'data', data: [] }
  }
  const problems = readProblems(record)
  const [first] = problems
  if (first !== undefined && noData.has(first.code)) return { kind: 'data', data: [] }
  const hotelIds = problems.flatMap(hotelsNamedBy)
  if (hotelIds.length > 0 || noRooms.has(first?.code)) {
    return { kind: 'unavailable', hotelIds, isLost: problems.some(({ code }) => noAnswer.has(code)) }
  }
  const said = `status ${status}, ${first?.detail ?? (body === undefined ? 'no JSON' : 'no error entry')}`
  const field =
    status === 400 ? (fieldOfCode.get(first?.code) ?? fieldOfParameter.get(first?.parameter ?? '')) : undefined
  const code = failureOfCode.get(first?.code) ?? codeOfStatus(isSuccess ? first?.status : status, body !== undefined)
  const failure = field === undefined ? failed(code, said) : refused(field, `the provider refuses it (${said})`)
  return { kind: 'failed', failure }
}

/** The entries of `errors`, or the token endpoint's own format. */
function readProblems(body: JsonRecord | undefined): Problem[] {
  const entries = body?.error === undefined ? asArray(body?.errors) : [body]
  return entries.flatMap((value) => {
    const entry = asRecord(value)
    if (entry === undefined) return []
    const parameter = asText(asRecord(entry.source)?.parameter) ?? ''
    const parts = [entry.code, entry.title, entry.error, entry.detail, parameter].map(asText)
    const detail = parts.filter(Boolean).join(' · ').slice(0, 300)
    return [{ code: asNumber(entry.code), status: asNumber(entry.status), parameter, detail }]
  })
}

const named = /^hotelIds?=([A-Z0-9,]+)/

function hotelsNamedBy({ parameter }: Problem): string[] {
  return named.exec(parameter)?.[1]?.split(',') ?? []
}

const headers = { accept: 'application/json, application/vnd.amadeus+json' }

/**
 * Sends one request to the provider. Every outcome is an Answer.
 *
 * @param startByMs the latest start, after that of the search. Absent: the request waits for its turn.
 */
export async function ask(host: Pick<SkillHost, 'fetch'>, url: string, startByMs?: number): Promise<Answer> {
  try {
    const response = await host.fetch(url, { headers, startByMs })
    return readAnswer(response.status, await response.json().catch(() => undefined))
  } catch (error) {
    return { kind: 'failed', failure: failureOfRejection(error) }
  }
}
