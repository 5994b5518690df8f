import type { Cancellation, CancellationPenalty } from '#runner/contract/capabilities/hotel-result.ts'
import type { Deadlines, Moment } from '#runner/sdk/deadlines.ts'
import { createMoney, type Money } from '#runner/sdk/money.ts'
import { asAmount, asArray, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import { combinedPenalties, isCostly, type Room } from './penalties.ts'

const written = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})?$/
const zoneOffset = /^(?:GMT|UTC)?([+-]\d{2}):?(\d{2})$/i

/**
 * The time of a penalty with its offset: the offset in the time, else that of the provider's `timezone`, else GMT, in
 * which the provider writes. `undefined`: the text is not a time, or its zone is another one.
 */
function instantOf({ cancelTime, timezone }: JsonRecord): string | undefined {
  const match = typeof cancelTime === 'string' ? written.exec(cancelTime) : null
  const offset = match?.[3] ?? offsetOf(timezone)
  return match === null || offset === undefined ? undefined : `${match[1]}T${match[2]}${offset}`
}

function offsetOf(timezone: unknown): string | undefined {
  if (timezone === undefined || timezone === null || timezone === '') return 'Z'
  if (typeof timezone !== 'string') return undefined
  if (/^(?:GMT|UTC|Z)$/i.test(timezone)) return 'Z'
  const [, hours, minutes] = zoneOffset.exec(timezone) ?? []
  return hours === undefined ? undefined : `${hours}:${minutes}`
}

/** Whether the provider names a time at all, readable or not. Without one, a penalty applies from now on. */
const hasTime = ({ cancelTime }: JsonRecord): boolean =>
  cancelTime !== undefined && cancelTime !== null && cancelTime !== ''

type Terms = { readonly rates: readonly JsonRecord[]; readonly deadlines: Deadlines }

/** Notes the deadlines of all rooms, so that many offsets can be requested together. */
export function noteDeadlines({ rates, deadlines }: Terms): void {
  for (const rate of rates) for (const info of infosOf(rate)) deadlines.note(instantOf(asRecord(info) ?? {}))
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
  // Those of several rooms cannot be added up, because their times are unknown.
  const untimed = rooms.length === 1 ? rooms.flatMap((room) => room.untimed) : []
  const stated = [...penalties, ...untimed]
  return stated.length === 0 ? undefined : { kind: 'unclear', penalties: stated }
}

const isStated = ({ price, percent, text }: CancellationPenalty): boolean =>
  price !== undefined || percent !== undefined || text !== undefined

/** `untimed`: the penalties with a time that cannot be read. */
type ReadRoom = Room & { readonly untimed: readonly CancellationPenalty[] }

/** A room without penalties is not readable, because the provider does not say that it can be cancelled. */
function roomOf(rate: JsonRecord, deadlines: Deadlines, money: Money): ReadRoom {
  const infos = infosOf(rate)
  const untimed: CancellationPenalty[] = []
  const steps = infos.flatMap((value) => {
    const info = asRecord(value) ?? {}
    const start = deadlines.at(instantOf(info))
    const cost = costOf(info, money)
    if (cost === undefined) return []
    // A time that is no deadline, such as one in the year 9999, does not say when the penalty starts.
    if (hasTime(info) && start === undefined) untimed.push(cost)
    else return [{ start, cost }]
    return []
  })
  return { steps, isReadable: infos.length > 0 && steps.length === infos.length, untimed }
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
