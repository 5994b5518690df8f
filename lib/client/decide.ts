import { Refusal } from '#runner/contract/errors.ts'
import { Decided } from '../shared/confirmation-view.ts'

/** What came of a decision, or a sentence that says why there was none. */
export type Decision = Decided | { readonly state: 'refused'; readonly message: string }

/** Confirms or declines on the server. Never rejects. A lost answer leaves it open what happened, and says so. */
export async function decide(
  id: string,
  decision: 'confirm' | 'decline',
  fetch: typeof globalThis.fetch,
): Promise<Decision> {
  try {
    const response = await fetch(`/api/confirmations/${id}/${decision}`, { method: 'POST', cache: 'no-store' })
    const body: unknown = await response.json()
    const decided = Decided.safeParse(body)
    if (decided.success) return decided.data
    const refusal = Refusal.safeParse(body)
    if (refusal.success) return { state: 'refused', message: refusal.data.error.message }
  } catch {
    // The sentence below holds for a lost connection too.
  }
  return { state: 'refused', message: 'The answer was lost. Reload the page to see whether it was done.' }
}
