import type { RaisableCode } from '#runner/sdk/index.ts'
import { codeOfStatus, done, failed, type Outcome, refused } from '#runner/sdk/outcome.ts'
import { asArray, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import { asText } from './answer-context.ts'
import type { GivenOffer } from './given.ts'

/** The provider's answer, before any offer is read. No data for a search is an empty list. */
export type Answer = { readonly offers: readonly GivenOffer[]; readonly dictionaries: unknown }

/** One error entry. Providers also send its numbers as strings, and omit fields. */
type Problem = {
  readonly code: string | undefined
  readonly status: number | undefined
  readonly detail: string
  /** The parameter that the provider calls wrong. */
  readonly parameter: string | undefined
}

const noOffers: Answer = { offers: [], dictionaries: undefined }

const failureOfCode: Readonly<Record<string, RaisableCode>> = {
  38187: 'API_AUTH_FAILED',
  38190: 'API_AUTH_FAILED',
  38191: 'API_AUTH_FAILED',
  38192: 'API_AUTH_FAILED',
  38193: 'API_AUTH_FAILED',
  39683: 'API_AUTH_FAILED',
  39686: 'API_AUTH_FAILED',
  38197: 'API_AUTH_FAILED',
  38194: 'API_RATE_LIMITED',
  38195: 'API_RATE_LIMITED',
  38189: 'API_UNAVAILABLE',
  38196: 'API_UNAVAILABLE',
}

/**
 * Interprets an answer by its status and JSON (`undefined`: the body is not JSON). A page of HTML comes from a server
 * in front of the provider, so it means that the provider is unreachable, whatever its status.
 */
export function readAnswer(status: number, body: JsonRecord | undefined): Outcome<Answer> {
  const problem = readProblem(body)
  const isSuccess = status >= 200 && status < 300
  if (isSuccess && body) {
    if (Array.isArray(body.data)) return done({ offers: body.data, dictionaries: body.dictionaries })
    if (asRecord(body.meta)?.count === 0) return done(noOffers)
  }
  if (problem !== undefined && saysNoData(problem)) return done(noOffers)
  if (status === 400 && problem?.parameter?.includes('currencyCode')) {
    return refused('currency', `the provider has no prices in this currency (${problem.detail})`)
  }
  const detail = `status ${status}, ${problem?.detail ?? (body ? 'no error entry' : 'no JSON')}`
  const known = failureOfCode[problem?.code ?? '']
  return failed(known ?? codeOfStatus(isSuccess ? problem?.status : status, body !== undefined), detail)
}

/** 1797 is NOT FOUND. 141 is a system error, except when it means that no airline sells this route. */
function saysNoData({ code, detail }: Problem): boolean {
  return code === '1797' || (code === '141' && /ORIGIN AND DESTINATION NOT SUPPORTED/i.test(detail))
}

/** The first of `errors`, or the token endpoint's own format. */
function readProblem(record: JsonRecord | undefined): Problem | undefined {
  const entry = asRecord(asArray(record?.errors)[0]) ?? (record?.error === undefined ? undefined : record)
  if (entry === undefined) return undefined
  const status = Number(asText(entry.status))
  return {
    code: asText(entry.code),
    status: Number.isInteger(status) ? status : undefined,
    detail: summaryOf(entry),
    parameter: asText(asRecord(entry.source)?.parameter),
  }
}

function summaryOf(entry: JsonRecord): string {
  const source = asRecord(entry.source)
  const parts = [entry.code, entry.title, entry.error, entry.detail, source?.parameter, source?.pointer]
  return parts
    .map(asText)
    .filter((part) => part !== undefined)
    .join(' · ')
    .slice(0, 300)
}
