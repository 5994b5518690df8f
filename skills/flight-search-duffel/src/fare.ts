import type { FareCondition, FlightResult, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'
import { bagsOf } from '#runner/sdk/flight-legs.ts'
import { createMoney } from '#runner/sdk/money.ts'
import { asArray, asCount, type TextReader } from '#runner/sdk/read-json.ts'
import type { GivenCondition, GivenOffer, GivenSegment } from './given.ts'

const cabins = new Map<unknown, Cabin>([
  ['economy', 'economy'],
  ['premium_economy', 'premium_economy'],
  ['business', 'business'],
  ['first', 'first'],
])

/** The ID of the first adult, who represents all travelers. `undefined`: the first traveler does. */
export function leadOf(offer: NonNullable<GivenOffer>): unknown {
  return asArray(offer.passengers).find((passenger) => passenger?.type === 'adult')?.id
}

/** What the lead traveler's fare includes on a flight. */
export function segmentFare(
  segment: NonNullable<GivenSegment>,
  lead: unknown,
  brand: string | undefined,
  text: TextReader,
): Pick<FlightSegment, 'cabin' | 'bags' | 'fare'> {
  const passengers = asArray(segment.passengers)
  const given = passengers.find((one) => lead !== undefined && one?.passenger_id === lead) ?? passengers[0]
  const baggages = asArray(given?.baggages)
  const basis = text(given?.fare_basis_code)
  return {
    cabin: cabins.get(given?.cabin_class),
    bags: bagsOf(countOf(baggages, 'carry_on'), countOf(baggages, 'checked'), undefined),
    fare: brand === undefined && basis === undefined ? undefined : { brand, basis },
  }
}

/** The sum of a kind's entries. A kind that is not named is unknown, not 0. */
function countOf(
  baggages: readonly ({ readonly type?: unknown; readonly quantity?: unknown } | null)[],
  kind: string,
): number | undefined {
  let sum: number | undefined
  for (const baggage of baggages) {
    const count = baggage?.type === kind ? asCount(baggage.quantity) : undefined
    if (count !== undefined) sum = (sum ?? 0) + count
  }
  return sum
}

/** The fare of the whole offer. Absent when the provider states none. */
export function offerFare({ conditions }: NonNullable<GivenOffer>, brand: string | undefined): FlightResult['fare'] {
  const refund = conditions?.refund_before_departure
  const said = [
    conditionOf('refund', 'Refund before departure', refund),
    conditionOf('change', 'Change before departure', conditions?.change_before_departure),
  ].filter((condition) => condition !== undefined)
  const refundable = typeof refund?.allowed === 'boolean' ? refund.allowed : undefined
  if (brand === undefined && refundable === undefined && said.length === 0) return undefined
  return { brand, refundable, conditions: said.length === 0 ? undefined : said }
}

/** A permitted refund or change, with its penalty. `undefined` if it is forbidden or not mentioned. */
function conditionOf(kind: string, what: string, given: GivenCondition): FareCondition | undefined {
  if (given?.allowed !== true) return undefined
  const penalty = createMoney(given.penalty_currency)?.read(given.penalty_amount)
  if (penalty?.amount === 0) return { kind, text: what, charged: false }
  return { kind, text: what, charged: true, ...(penalty === undefined ? {} : { fee: penalty }) }
}
