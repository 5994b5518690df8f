import { refusalText } from '#lib/platform/model/refusal-text.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import type { ChangeSearch, SaveSearch } from '../../model/saved-search.ts'
import { refusalIn } from '../refusal-in.ts'

type Fetch = typeof globalThis.fetch

/** The sentences of a failed call: without a reason from the server, and with one. */
export interface CallTexts {
  texts: (key: 'callFailed' | 'noConnection') => string
  refusals: Texts<'refusals'>
}

/** Why a call failed, as a text for the person; undefined if it succeeded. */
export type Failure = string | undefined

/** Each call returns why it failed, for the person to read. Never rejects. */
export const saveSearch = (wanted: Omit<SaveSearch, 'rule'>, fetch: Fetch, texts: CallTexts): Promise<Failure> =>
  called(fetch('/api/saved-searches', jsonOf('POST', wanted)), texts)

export const changeSearch = (id: string, change: ChangeSearch, fetch: Fetch, texts: CallTexts): Promise<Failure> =>
  called(fetch(`/api/saved-searches/${id}`, jsonOf('PATCH', change)), texts)

export const removeSearch = (id: string, fetch: Fetch, texts: CallTexts): Promise<Failure> =>
  called(fetch(`/api/saved-searches/${id}`, { method: 'DELETE' }), texts)

export const restoreSearch = (id: string, fetch: Fetch, texts: CallTexts): Promise<Failure> =>
  called(fetch(`/api/saved-searches/${id}/restore`, { method: 'POST' }), texts)

export const runSearchNow = (id: string, fetch: Fetch, texts: CallTexts): Promise<Failure> =>
  called(fetch(`/api/saved-searches/${id}/ask`, { method: 'POST' }), texts)

/** Marks the alerts until a time as seen. Never rejects. A failure changes nothing on the page. */
export const markAlertsSeen = (untilMs: number, fetch: Fetch): Promise<boolean> =>
  fetch(`/api/saved-searches/seen?${new URLSearchParams({ until: new Date(untilMs).toISOString() })}`, {
    method: 'POST',
  }).then(
    ({ ok }) => ok,
    () => false,
  )

const jsonOf = (method: string, body: object) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const called = (response: Promise<Response>, { texts, refusals }: CallTexts): Promise<Failure> =>
  response.then(
    async (answer) => {
      if (answer.ok) return undefined
      const refusal = await refusalIn(await answer.json().catch(() => undefined))
      return refusal ? refusalText(refusal, refusals) : texts('callFailed')
    },
    () => texts('noConnection'),
  )
