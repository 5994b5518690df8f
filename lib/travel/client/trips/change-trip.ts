import { refusalText } from '#lib/platform/model/refusal-text.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import { refusalIn } from '../refusal-in.ts'
import type { Failure } from './saved-search-calls.ts'

interface ChangeTexts {
  texts: (key: 'notRemoved' | 'notRestored') => string
  refusals: Texts<'refusals'>
}

/** Removes or restores a saved offer. Returns why it failed, for the person to read. Never rejects. */
export async function changeTrip(
  id: string,
  change: 'remove' | 'restore',
  fetch: typeof globalThis.fetch,
  { texts, refusals }: ChangeTexts,
): Promise<Failure> {
  const failed = texts(change === 'remove' ? 'notRemoved' : 'notRestored')
  const request =
    change === 'remove'
      ? fetch(`/api/trips/${id}`, { method: 'DELETE' })
      : fetch(`/api/trips/${id}/restore`, { method: 'POST' })
  return request.then(
    async (answer) => {
      if (answer.ok) return undefined
      const refusal = await refusalIn(await answer.json().catch(() => undefined))
      // NOT_FOUND: the offer is removed for good, which the texts of this page say better.
      return refusal && refusal.code !== 'NOT_FOUND' ? refusalText(refusal, refusals) : failed
    },
    () => failed,
  )
}
