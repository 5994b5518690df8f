import type { Refusal } from '#runner/contract/errors.ts'
import type { ChangeSearch, SaveSearch } from '../../shared/saved-search.ts'
import { holds as holdsRefusal } from '../../travel/generated/refusal.ts'

type Fetch = typeof globalThis.fetch

/** The sentences for failures without a reason. */
type Words = (key: 'callFailed' | 'noConnection') => string

/** What a call said when it failed; undefined when it succeeded. */
export type Failure = string | undefined

/** Each call returns why it failed, for the person to read. Never rejects. */
export const saveSearch = (wanted: Omit<SaveSearch, 'rule'>, fetch: Fetch, t: Words): Promise<Failure> =>
  called(fetch('/api/saved-searches', jsonOf('POST', wanted)), t)

export const changeSearch = (id: string, change: ChangeSearch, fetch: Fetch, t: Words): Promise<Failure> =>
  called(fetch(`/api/saved-searches/${id}`, jsonOf('PATCH', change)), t)

export const removeSearch = (id: string, fetch: Fetch, t: Words): Promise<Failure> =>
  called(fetch(`/api/saved-searches/${id}`, { method: 'DELETE' }), t)

export const restoreSearch = (id: string, fetch: Fetch, t: Words): Promise<Failure> =>
  called(fetch(`/api/saved-searches/${id}/restore`, { method: 'POST' }), t)

export const askSearchNow = (id: string, fetch: Fetch, t: Words): Promise<Failure> =>
  called(fetch(`/api/saved-searches/${id}/ask`, { method: 'POST' }), t)

/** Never rejects. A failure changes nothing on the page. */
export const markAlertsSeen = (fetch: Fetch): Promise<boolean> =>
  fetch('/api/saved-searches/seen', { method: 'POST' }).then(
    ({ ok }) => ok,
    () => false,
  )

const jsonOf = (method: string, body: object) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const called = (response: Promise<Response>, t: Words): Promise<Failure> =>
  response.then(
    (answer) => failureOf(answer, t('callFailed')),
    () => t('noConnection'),
  )

/** @param unknown the sentence for a refusal that does not say why */
async function failureOf(response: Response, unknown: string): Promise<Failure> {
  if (response.ok) return undefined
  const body: unknown = await response.json().catch(() => undefined)
  return isRefusal(body) ? body.error.message : unknown
}

const isRefusal = (value: unknown): value is Refusal => holdsRefusal(value)
