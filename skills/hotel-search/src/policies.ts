import type {
  Cancellation,
  CancellationPenalty,
  HotelResult,
  PaymentTerm,
} from '#runner/contract/capabilities/hotel-result.ts'
import type { Deadlines } from '#runner/sdk/deadlines.ts'
import type { Money } from '#runner/sdk/money.ts'
import { asArray, asCount, asNumber, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import { put, type Readers } from './read.ts'

/** The context for reading one offer's terms. */
export type TermsContext = {
  readonly money: Money
  readonly rooms: number
  readonly deadlines: Deadlines
  readonly readers: Readers
  readonly nowMs: number
}

/** Live answers have a list; the documentation's examples have one entry. */
function entriesOf(policies: JsonRecord): readonly unknown[] {
  const { cancellations, cancellation } = policies
  if (Array.isArray(cancellations)) return cancellations
  return Array.isArray(cancellation) ? cancellation : cancellation === undefined ? [] : [cancellation]
}

/** The terms of cancelling without their amounts, which differ between rooms: equal for offers with the same terms. */
export const cancellationTerms = (policies: JsonRecord): string[] =>
  entriesOf(policies).map((value) => {
    const { type, deadline, percentage, numberOfNights, amount, description } = asRecord(value) ?? {}
    return [type, deadline, percentage, numberOfNights, Number(amount) > 0, description === undefined].join('\n')
  })

/** Notes every deadline in an offer's terms. */
export function noteDeadlines(policies: JsonRecord | undefined, deadlines: Deadlines): void {
  if (policies === undefined) return
  for (const entry of entriesOf(policies)) deadlines.note(asRecord(entry)?.deadline)
  for (const kind of ['deposit', 'prepay', 'holdTime']) deadlines.note(asRecord(policies[kind])?.deadline)
}

/**
 * The cost of cancelling. It is free until the earliest deadline; that of a penalty of 0 counts only if there is no
 * other, nor a text that may name a cost from now on. If a costly penalty has no deadline, or the earliest has passed,
 * cancelling costs from now on; after that of a penalty of 0, and if a deadline cannot be read, the cost is unclear.
 * `undefined` when the provider says nothing.
 */
export function readCancellation(policies: JsonRecord, context: TermsContext): Cancellation | undefined {
  const penalties: CancellationPenalty[] = []
  let free: Moment | undefined
  let freeOfZero: Moment | undefined
  let isCharged = false
  let isWholeStay = false
  let isUnclear = false
  let isUntimed = false
  for (const value of entriesOf(policies)) {
    const entry = asRecord(value)
    if (entry === undefined) continue
    const penalty = readPenalty(entry, context)
    const deadline = context.deadlines.at(entry.deadline)
    if (deadline !== undefined) penalty.from = deadline.text
    for (const _field in penalty) {
      penalties.push(penalty)
      break
    }
    const costs = isCostly(penalty)
    // A deadline that cannot be read does not say when the penalty starts.
    if (deadline === undefined && isGiven(entry.deadline)) {
      isUntimed = true
      continue
    }
    isUnclear ||= deadline === undefined && penalty.text !== undefined
    if (deadline === undefined || deadline.ms <= context.nowMs) {
      isCharged ||= costs
      isWholeStay ||= penalty.whole_stay === true || penalty.percent === 100
    }
    if (isZero(penalty)) freeOfZero = earlier(freeOfZero, deadline)
    else free = earlier(free, deadline)
  }
  if (penalties.length === 0) return undefined
  if (isWholeStay) return { kind: 'non_refundable', penalties }
  if (isCharged || (free !== undefined && free.ms <= context.nowMs)) return { kind: 'charged', penalties }
  if (isUntimed) return { kind: 'unclear', penalties }
  if (!isUnclear && freeOfZero !== undefined && freeOfZero.ms > context.nowMs) free ??= freeOfZero
  return free === undefined ? { kind: 'unclear', penalties } : { kind: 'free', until: free.text, penalties }
}

type Moment = { readonly text: string; readonly ms: number }

function earlier(one: Moment | undefined, other: Moment | undefined): Moment | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return other.ms < one.ms ? other : one
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Whether the provider says that cancelling costs 0. A text may name another cost. */
function isZero(penalty: CancellationPenalty): boolean {
  const { price, nights, percent, text } = penalty
  const isStated = price !== undefined || nights !== undefined || percent !== undefined
  return isStated && text === undefined && !isCostly(penalty)
}

function readPenalty(entry: JsonRecord, { money, rooms, readers }: TermsContext): CancellationPenalty {
  const penalty: CancellationPenalty = {}
  const minor = money.parse(entry.amount)
  const percent = asNumber(entry.percentage)
  if (minor !== undefined) penalty.price = money.price(minor * rooms)
  put(penalty, 'nights', asCount(entry.numberOfNights))
  if (percent !== undefined && percent >= 0) penalty.percent = percent
  if (entry.type === 'FULL_STAY') penalty.whole_stay = true
  put(penalty, 'text', readers.freeText(entry.description))
  return penalty
}

function isCostly({ price, nights = 0, percent = 0, whole_stay }: CancellationPenalty): boolean {
  return (price?.amount ?? 0) > 0 || nights > 0 || percent > 0 || whole_stay === true
}

const termKinds = ['guarantee', 'deposit', 'prepay'] as const
const paymentKinds = new Map<string, 'guarantee' | 'deposit' | 'prepay' | 'hold'>([
  ['guarantee', 'guarantee'],
  ['deposit', 'deposit'],
  ['prepay', 'prepay'],
  ['holdtime', 'hold'],
])

/** The payment terms. Providers write the kind in upper or lower case. */
export function readPayment(policies: JsonRecord, context: TermsContext): HotelResult['payment'] {
  const terms: PaymentTerm[] = []
  for (const kind of termKinds) {
    const given = asRecord(policies[kind])
    if (given !== undefined) terms.push(readTerm(kind, given, context))
  }
  const kind = paymentKinds.get(context.readers.word(policies.paymentType) ?? '')
  const hold = context.deadlines.at(asRecord(policies.holdTime)?.deadline)
  if (kind === undefined && terms.length === 0 && hold === undefined) return undefined
  const payment: NonNullable<HotelResult['payment']> = { terms }
  put(payment, 'kind', kind)
  put(payment, 'hold_until', hold?.text)
  return payment
}

function readTerm(
  kind: PaymentTerm['kind'],
  given: JsonRecord,
  { money, rooms, deadlines, readers }: TermsContext,
): PaymentTerm {
  const term: PaymentTerm = { kind }
  const minor = money.parse(given.amount)
  const accepted = asRecord(given.acceptedPayments)
  if (minor !== undefined) term.price = money.price(minor * rooms)
  put(term, 'due', deadlines.at(given.deadline)?.text)
  put(term, 'methods', listOf(accepted?.methods, readers.word))
  put(term, 'cards', listOf(accepted?.creditCards, readers.text))
  put(term, 'text', readers.freeText(given.description))
  return term
}

/** The readable entries of a list; `undefined` when there are none. */
export function listOf(value: unknown, read: (value: unknown) => string | undefined): string[] | undefined {
  const found: string[] = []
  for (const each of asArray(value)) {
    const one = read(each)
    if (one !== undefined) found.push(one)
  }
  return found.length === 0 ? undefined : found
}

/** Check-in and check-out times: `13:00:00` → `13:00`. */
export function readArrival(policies: JsonRecord, { freeText }: Readers): Pick<HotelResult, 'arrival' | 'departure'> {
  const given = asRecord(policies.checkInOut)
  const read: Pick<HotelResult, 'arrival' | 'departure'> = {}
  if (given === undefined) return read
  const from = timeOf(given.checkIn)
  const until = timeOf(given.checkOut)
  const arrivalText = freeText(given.checkInDescription)
  const departureText = freeText(given.checkOutDescription)
  if (from !== undefined || arrivalText !== undefined) {
    read.arrival = {}
    put(read.arrival, 'from', from)
    put(read.arrival, 'text', arrivalText)
  }
  if (until !== undefined || departureText !== undefined) {
    read.departure = {}
    put(read.departure, 'until', until)
    put(read.departure, 'text', departureText)
  }
  return read
}

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d/

function timeOf(value: unknown): string | undefined {
  return typeof value === 'string' ? timeOfDay.exec(value)?.[0] : undefined
}
