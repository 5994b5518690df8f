import type { Price } from '#runner/contract/travel-fields.ts'
import type { Found } from '../model/results/found.ts'
import { type AnsweredSkill, askSkill, type FailedAnswer, type SkillCall } from './ask-skill.ts'

/** The result of asking the provider for an offer's price again. */
export type PriceCheck =
  | { state: 'same' }
  /** In the currency of the list. */
  | { state: 'changed'; now: Price }
  | { state: 'gone' }
  | FailedAnswer

type Priced = Pick<Found, 'price'>

/** The offers of one product in an answer. */
export type SameIn = (answer: AnsweredSkill) => readonly Priced[]

/** Asks the provider of an offer for its price again, bypassing the cache, and compares the prices. Never rejects. */
export async function askAgain(
  call: SkillCall,
  offer: Priced,
  sameIn: SameIn,
  signal: AbortSignal,
): Promise<PriceCheck> {
  const answer = await askSkill({ ...call, isFresh: true }, signal)
  return answer.state === 'failed' ? answer : comparePrice(offer, sameIn(answer))
}

/** Compares an offer with its provider's newer offers of the same product; the cheapest of them decides. */
export function comparePrice({ price }: Priced, newer: readonly Priced[]): PriceCheck {
  const comparable = newer.map((one) => one.price).filter(({ currency }) => currency === price.currency)
  const now = comparable.toSorted((a, b) => a.amount - b.amount)[0]
  if (now === undefined) return { state: 'gone' }
  return now.amount === price.amount ? { state: 'same' } : { state: 'changed', now }
}
