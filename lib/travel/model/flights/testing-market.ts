import fc from 'fast-check'
import type { FlightLeg, FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { mapNames } from '../map-names.ts'
import { bagNames, type FlightFilters, flightChoiceNames, noFlightFilters, timeNames } from './filters.ts'
import type { FlightOffer } from './flight-offer.ts'
import { ams, aua, ewr, makeLeg, makeOffer } from './testing-flights.ts'

const carriers = ['KL', 'UA', 'B6', 'BA'] as const

function legOf(date: string, departure: number, wait: number | null, carrier: string): FlightLeg {
  const leg =
    wait === null
      ? makeLeg(date, [ams, aua], [[departure, departure + 600]])
      : makeLeg(
          date,
          [ams, ewr, aua],
          [
            [departure, departure + 500],
            [departure + 500 + wait, departure + 760 + wait],
          ],
        )
  return {
    ...leg,
    segments: leg.segments.map((segment) => ({ ...segment, carrier: { code: carrier, name: carrier } })),
  }
}

const bags: fc.Arbitrary<FlightResult['bags']> = fc.constantFrom(
  undefined,
  { cabin: 1, checked: { pieces: 0 } },
  { cabin: 1, checked: { pieces: 1, weight_kg: 23 } },
  { checked: { weight_kg: 20 } },
)

/** Offers of a trip with two to six flights. There are few flights, so that many offers have the same ones. */
export const someOffers: fc.Arbitrary<FlightOffer[]> = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 1, max: 9 }),
      departure: fc.constantFrom(300, 700, 1300),
      wait: fc.constantFrom(null, 60, 700),
      out: fc.constantFrom(...carriers),
      back: fc.constantFrom(...carriers),
      further: fc.array(fc.constantFrom(300, 700, 1300), { minLength: 4, maxLength: 4 }),
      bags,
    }),
    { maxLength: 25 },
  )
  .chain((list) => fc.tuple(fc.constant(list), fc.constantFrom(0, 0, 1, 4)))
  .map(([list, more]) =>
    list.map(({ amount, departure, wait, out, back, further, bags: included }, at) =>
      makeOffer(`${at}`, {
        price: { amount, currency: 'USD' },
        legs: [
          legOf('2027-02-13', departure, wait, out),
          legOf('2027-02-21', 700, null, back),
          ...further.slice(0, more).map((minutes, n) => legOf(`2027-03-1${n}`, minutes, null, back)),
        ],
        ...(included && { bags: included }),
      }),
    ),
  )

const choice = (values: readonly string[]) =>
  fc.option(fc.record({ kind: fc.constantFrom('only' as const, 'except' as const), values: fc.subarray([...values]) }))
const range = (min: number, max: number) =>
  fc.option(fc.record({ from: fc.option(fc.integer({ min, max })), to: fc.option(fc.integer({ min, max })) }))

export const someFilters: fc.Arbitrary<FlightFilters> = fc
  .record({
    stops: choice(['0', '1', '2']),
    airlines: choice(carriers),
    alliances: choice(['star', 'skyteam', 'oneworld', 'other']),
    via: choice(['EWR', 'JFK']),
    nights: choice(['flight', 'wait']),
    price: range(1, 9),
    minutes: range(500, 1500),
    ...mapNames(timeNames, () => range(0, 1440)),
    checkedBag: fc.boolean(),
    cabinBag: fc.boolean(),
  })
  .chain((filters) => {
    // Sets only some of the filters: all at once would leave no results.
    const names = [...flightChoiceNames, 'price', 'minutes', ...timeNames, ...bagNames] as const
    return fc
      .subarray([...names], { maxLength: 3 })
      .map((kept) => ({ ...noFlightFilters, ...Object.fromEntries(kept.map((name) => [name, filters[name]])) }))
  })
