import type { Cancellation, CancellationPenalty } from '#runner/contract/capabilities/hotel-result.ts'
import type { Deadlines, Moment } from '#runner/sdk/deadlines.ts'
import { createMoney, type Money } from '#runner/sdk/money.ts'
import { asAmount, asArray, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import { combinedPenalties, isCostly, type Room } from './penalties.ts'

const written = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:Z|\+00:00)?$/

/** The provider's times are in GMT, whether it says so or not. `undefined`: the text is not a time. */
function instantOf(value: unknown): string | undefined {
  const match = typeof value === 'string' ? written.exec(value) : null
  return match === null ? undefined : `${match[1]}T${match[2]}Z`
}

type Terms = { readonly rates: readonly JsonRecord[]; readonly deadlines: Deadlines }

/** Notes the deadlines of all rooms, so that many offsets can be requested together. */
export function noteDeadlines({ rates, deadlines }: Terms): void {
  for (const rate of rates) for (const info of infosOf(rate)) deadlines.note(instantOf(asRecord(info)?.cancelTime))
}

/** More penalties than any room has. */
const maxInfos = 50

/** The penalties of a room. Empty if there are too many. */
function infosOf({ cancellationPolicies }: JsonRecord): readonly unknown[] {
  const infos = asArray(asRecord(cancellationPolicies)?.cancelPolicyInfos)
  return infos.length > maxInfos ? [] : infos
}

/**
 * The cost of cancelling all rooms. The strictest room counts: one that cannot be refunded makes the offer
 * non-refundable, and one whose terms cannot be read makes it unclear whether cancelling is free. `undefined`: the
 * provider does not say what it costs.
 */
export function readCancellation({ rates, deadlines }: Terms, money: Money, nowMs: number): Cancellation | undefined {
  const tags = rates.map((rate) => asRecord(rate.cancellationPolicies)?.refundableTag)
  const rooms = rates.map((rate) => roomOf(rate, deadlines, money))
  let earliest: Moment | undefined
  let isCharged = false
  for (const { start, cost } of rooms.flatMap(({ steps }) => steps)) {
    if (!isCostly(cost)) continue
    if (start === undefined || start.ms <= nowMs) isCharged = true
    else if (earliest === undefined || start.ms < earliest.ms) earliest = start
  }
  const penalties = combinedPenalties(rooms, money)
  if (tags.includes('NRFN')) return { kind: 'non_refundable', penalties: penalties.filter(isStated) }
  if (isCharged) return { kind: 'charged', penalties }
  if (earliest !== undefined && rooms.every(({ isReadable }) => isReadable)) {
    return { kind: 'free', until: earliest.text, penalties }
  }
  return penalties.length === 0 ? undefined : { kind: 'unclear', penalties }
}

const isStated = ({ price, percent, text }: CancellationPenalty): boolean =>
  price !== undefined || percent !== undefined || text !== undefined

/** A room without penalties is not readable, because the provider does not say that it can be cancelled. */
function roomOf(rate: JsonRecord, deadlines: Deadlines, money: Money): Room {
  const infos = infosOf(rate)
  const steps = infos.flatMap((value) => {
    const info = asRecord(value) ?? {}
    const time = instantOf(info.cancelTime)
    const start = deadlines.at(time)
    const cost = costOf(info, money)
    // A time that is no deadline, such as one in the year 9999, does not say when the penalty starts.
    const isUnknown = cost === undefined || (time !== undefined && start === undefined)
    return isUnknown ? [] : [{ start, cost }]
  })
  return { steps, isReadable: infos.length > 0 && steps.length === infos.length }
}

function costOf({ amount, currency, type }: JsonRecord, money: Money): CancellationPenalty | undefined {
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
