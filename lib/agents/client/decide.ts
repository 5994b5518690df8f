import { type ErrorBody, Refusal } from '#runner/contract/errors.ts'
import { type AskAgain, Decided } from '../model/confirmation-view.ts'

/** The outcome of a decision, or why there is none. `lost`: no answer arrived, so the action may have run. */
export type Decision = Decided | { readonly state: 'refused'; readonly error: ErrorBody } | { readonly state: 'lost' }

/** Confirms, declines or asks again on the server. Never rejects. Without an answer, the result is `lost`. */
export async function decide(
  id: string,
  decision: 'confirm' | 'decline' | 'ask',
  fetch: typeof globalThis.fetch,
  texts: AskAgain['texts'] = {},
): Promise<Decision> {
  try {
    const body = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ texts }) }
    const response = await fetch(`/api/confirmations/${id}/${decision}`, {
      method: 'POST',
      cache: 'no-store',
      ...(decision === 'ask' ? body : {}),
    })
    const answer: unknown = await response.json()
    const decided = Decided.safeParse(answer)
    if (decided.success) return decided.data
    const refusal = Refusal.safeParse(answer)
    if (refusal.success) return { state: 'refused', error: refusal.data.error }
  } catch {
    // An unreadable answer counts as lost, like a missing one.
  }
  return { state: 'lost' }
}
