import { refusalText } from '#lib/platform/model/refusal-text.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import type { ErrorBody } from '#runner/contract/errors.ts'
import type { BookTrip } from '../../model/saved-offer.ts'
import type { ChangeSearch, SaveSearch } from '../../model/saved-search.ts'
import { refusalIn } from '../refusal-in.ts'

/** The sentences of a failed call: without a reason from the server, and with one. */
interface CallTexts<Key extends string> {
  texts: (key: Key) => string
  refusals: Texts<'refusals'>
}
type SearchTexts = CallTexts<'callFailed' | 'noConnection'>

/** Why a call failed, as a text for the person; undefined if it succeeded. */
export type Failure = string | undefined

// Each call returns why it failed, for the person to read. Never rejects.

export const saveSearch = (wanted: Omit<SaveSearch, 'rule'>, texts: SearchTexts): Promise<Failure> =>
  onSearch(fetch('/api/saved-searches', jsonOf('POST', wanted)), texts)

export const changeSearch = (id: string, change: ChangeSearch, texts: SearchTexts): Promise<Failure> =>
  onSearch(fetch(`/api/saved-searches/${id}`, jsonOf('PATCH', change)), texts)

export const removeSearch = (id: string, texts: SearchTexts): Promise<Failure> =>
  onSearch(fetch(`/api/saved-searches/${id}`, { method: 'DELETE' }), texts)

export const restoreSearch = (id: string, texts: SearchTexts): Promise<Failure> =>
  onSearch(fetch(`/api/saved-searches/${id}/restore`, { method: 'POST' }), texts)

export const runSearchNow = (id: string, texts: SearchTexts): Promise<Failure> =>
  onSearch(fetch(`/api/saved-searches/${id}/ask`, { method: 'POST' }), texts)

export const removeTrip = (id: string, texts: CallTexts<'notRemoved'>): Promise<Failure> =>
  onTrip(fetch(`/api/trips/${id}`, { method: 'DELETE' }), 'notRemoved', texts)

export const restoreTrip = (id: string, texts: CallTexts<'notRestored'>): Promise<Failure> =>
  onTrip(fetch(`/api/trips/${id}/restore`, { method: 'POST' }), 'notRestored', texts)

export const bookTrip = (id: string, change: BookTrip, texts: CallTexts<'notChanged'>): Promise<Failure> =>
  onTrip(fetch(`/api/trips/${id}`, jsonOf('PATCH', change)), 'notChanged', texts)

/** Marks the alerts until a time as seen. Never rejects. A failure changes nothing on the page. */
export const markAlertsSeen = (untilMs: number): Promise<boolean> =>
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

const onSearch = (response: Promise<Response>, { texts, refusals }: SearchTexts): Promise<Failure> =>
  outcomeOf(
    response,
    (refusal) => (refusal ? refusalText(refusal, refusals) : texts('callFailed')),
    texts('noConnection'),
  )

function onTrip<Key extends string>(response: Promise<Response>, key: Key, { texts, refusals }: CallTexts<Key>) {
  const failed = texts(key)
  // NOT_FOUND: the offer is removed for good, which the texts of this page say better.
  const reasonOf = (refusal: ErrorBody | undefined) =>
    refusal && refusal.code !== 'NOT_FOUND' ? refusalText(refusal, refusals) : failed
  return outcomeOf(response, reasonOf, failed)
}

/** @param unreached the failure of a call without an answer */
const outcomeOf = (
  response: Promise<Response>,
  reasonOf: (refusal: ErrorBody | undefined) => string,
  unreached: string,
): Promise<Failure> =>
  response.then(
    async (answer) => (answer.ok ? undefined : reasonOf(await refusalIn(await answer.json().catch(() => undefined)))),
    () => unreached,
  )
