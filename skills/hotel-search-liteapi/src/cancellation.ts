import type { Cancellation, CancellationPenalty } from '#runner/contract/capabilities/hotel-result.ts'
import type { Deadlines } from '#runner/sdk/deadlines.ts'
import { createMoney, type Money } from '#runner/sdk/money.ts'
import { asAmount, asArray, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import { recordsOf } from './price.ts'

const written = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:Z|\+00:00)?$/

/** The provider's times are in GMT, whether it says so or not. `undefined`: the text is not a time. */
function instantOf(value: unknown): string | undefined {
  const match = typeof value === 'string' ? written.exec(value) : null
  return match === null ? undefined : `${match[1]}T${match[2]}Z`
}

type Terms = { readonly rates: readonly JsonRecord[]; readonly deadlines: Deadlines }

/** Notes the deadlines of all rooms, so that many offsets can be requested together. */
export function noteDeadlines({ rates, deadlines }: Terms): void {
  for (const info of infosOf(rates)) deadlines.note(instantOf(info.cancelTime))
}

function infosOf(rates: readonly JsonRecord[]): JsonRecord[] {
  return rates.flatMap((rate) => recordsOf(asRecord(rate.cancellationPolicies)?.cancelPolicyInfos))
}

/**
 * The cost of cancelling all rooms. The strictest room counts: one that cannot be refunded makes the offer
 * non-refundable, and one whose terms cannot be read makes it unclear whether cancelling is free. `undefined`: the
 * provider does not say what it costs.
 */
export function readCancellation({ rates, deadlines }: Terms, money: Money, nowMs: number): Cancellation | undefined {
  const tags = rates.map((rate) => asRecord(rate.cancellationPolicies)?.refundableTag)
  const penalties = new Map<string, CancellationPenalty>()
  let earliest: { readonly text: string; readonly ms: number } | undefined
  let isCharged = false
  for (const info of infosOf(rates)) {
    const deadline = deadlines.at(instantOf(info.cancelTime))
    const penalty = penaltyOf(info, money)
    if (penalty === undefined) continue
    addTo(penalties, deadline?.text, penalty, money)
    if (!isCostly(penalty)) continue
    if (deadline === undefined || deadline.ms <= nowMs) isCharged = true
    else if (earliest === undefined || deadline.ms < earliest.ms) earliest = deadline
  }
  const list = [...penalties.values()]
  if (tags.includes('NRFN')) return { kind: 'non_refundable', penalties: list }
  if (isCharged) return { kind: 'charged', penalties: list }
  const isKnown = rates.every((rate) => hasReadableTerms(rate, money))
  if (earliest !== undefined && isKnown) return { kind: 'free', until: earliest.text, penalties: list }
  return list.length === 0 ? undefined : { kind: 'unclear', penalties: list }
}

/** Whether the provider states penalties, and the cost of each. */
function hasReadableTerms({ cancellationPolicies }: JsonRecord, money: Money): boolean {
  const infos = asArray(asRecord(cancellationPolicies)?.cancelPolicyInfos)
  return infos.length > 0 && infos.every((info) => penaltyOf(asRecord(info) ?? {}, money) !== undefined)
}

function penaltyOf({ amount, currency, type }: JsonRecord, money: Money): CancellationPenalty | undefined {
  const value = asAmount(amount)
  if (value === undefined) return undefined
  if (type === 'percent' || type === 'percentage') return { percent: value }
  if (value === 0) return { price: money.price(0) }
  const own = createMoney(currency ?? money.currency)
  const minor = own?.currency === money.currency ? money.parse(amount) : undefined
  if (minor !== undefined) return { price: money.price(minor) }
  // A penalty in another currency is real, but its amount cannot be compared.
  return { text: own === undefined ? String(value) : `${value} ${own.currency}` }
}

/** Adds up the penalties of several rooms that start at the same moment, because prices are for all rooms. */
function addTo(
  penalties: Map<string, CancellationPenalty>,
  from: string | undefined,
  penalty: CancellationPenalty,
  money: Money,
): void {
  const key = penalty.price === undefined ? `${from} ${JSON.stringify(penalty)}` : `${from}`
  const known = penalties.get(key)
  if (known?.price !== undefined && penalty.price !== undefined) {
    const sum = (money.parse(known.price.amount) ?? 0) + (money.parse(penalty.price.amount) ?? 0)
    known.price = money.price(sum)
  } else if (known === undefined) penalties.set(key, { ...(from === undefined ? {} : { from }), ...penalty })
}

function isCostly({ price, percent = 0, text }: CancellationPenalty): boolean {
  return (price?.amount ?? 0) > 0 || percent > 0 || text !== undefined
}
