import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '#lib/compose/compose.ts'
import { openServices } from '#lib/compose/testing/open-services.ts'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { principalOf } from '#lib/platform/server/auth/principal.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createSeal } from '#lib/platform/server/secrets/aes-gcm.ts'
import { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { SkillSuccess } from '#runner/contract/skill-io.ts'
import { signatureOf } from '../../model/flights/itinerary.ts'
import { flightProduct } from '../../model/flights/same-flight.ts'
import { stayProduct } from '../../model/hotels/same-stay.ts'
import { maxSavedOffers, SaveOffer } from '../../model/saved-offer.ts'
import { bookingSubject } from './book-trip.ts'
import { listTrips } from './list-trips.ts'
import { tripSearch } from './trip-search.ts'

const ana = principalOf({ id: 'user_0123456789abcdefghijkl', role: 'traveler', isGuest: false })
const guest = principalOf({ id: 'user_zzzzzzzzzzzzzzzzzzzzzz', role: 'traveler', isGuest: true })
const { signal } = new AbortController()

const seal = createSeal(new Uint8Array(32), (size) => new Uint8Array(size))

let stack: AsyncDisposableStack
let services: Services

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  services = await openServices(stack)
})
afterAll(() => stack.disposeAsync())
beforeEach(async () => {
  await services.db.user.deleteMany()
  await services.db.user.createMany({ data: [{ id: ana.id }, { id: guest.id, isGuest: true }] })
})

const inDays = (days: number) => new Date(services.clock.now() + days * 86_400_000).toISOString().slice(0, 10)
const flightQuery = () => `?origin=SEA&destination=NRT&date=${inDays(40)}&row=abc&stops=0`
const hotelQuery = () => `?place=AUA&check_in=${inDays(40)}&check_out=${inDays(43)}&adults=2`

/** Calls the sample skill as the person's results page does. */
async function answerTo(wanted: Pick<SaveOffer, 'kind' | 'search' | 'skill'>, principal = ana): Promise<SkillSuccess> {
  const search = tripSearch(wanted, services.places, services.clock.now())
  if (!search.ok) throw new Error(search.error.message)
  const input = search.value.inputs[0]
  const invoked = await services.invokeSkill({ skill: wanted.skill, input, ...contextOf(principal), signal })
  if (invoked.kind !== 'answered' || invoked.output.status !== 'success') throw new Error(JSON.stringify(invoked))
  return invoked.output
}

/** The request to save one of the different flights of the list, whatever their fares. */
async function wantedFlight(at = 0): Promise<SaveOffer> {
  const from = { kind: 'flights', skill: 'flight-search', search: flightQuery() } as const
  const fares = (await answerTo(from)).results.map((result) => FlightResult.parse(result))
  const flight = [...Map.groupBy(fares, ({ legs }) => signatureOf(legs)).values()][at]?.[0]
  if (flight === undefined) throw new Error('the sample provider sells as many flights')
  return { ...from, offer_id: flight.id, product: flightProduct(flight) }
}
async function wantedStay(): Promise<SaveOffer> {
  const from = { kind: 'hotels', skill: 'hotel-search', search: hotelQuery() } as const
  const hotel = HotelResult.parse((await answerTo(from)).results[0])
  return { ...from, offer_id: hotel.id, product: stayProduct(hotel), hotel_id: hotel.hotel_id }
}
async function saved(wanted: SaveOffer, principal = ana): Promise<string> {
  return got(await services.trips.save(contextOf(principal), wanted, signal)).id
}

test('saves a flight and a stay with the price and the data label of the answer, even for a guest', async () => {
  const wanted = await wantedFlight()
  const id = await saved(wanted, guest)
  const stay = await saved(await wantedStay(), guest)
  const trips = await services.trips.list(guest)
  expect(trips.map((trip) => [trip.id, trip.kind, trip.data, trip.isPast])).toEqual(
    expect.arrayContaining([
      [id, 'flights', 'sample', false],
      [stay, 'hotels', 'sample', false],
    ]),
  )
  const hotel = HotelResult.parse((await answerTo(await wantedStay())).results[0])
  expect(trips.find((trip) => trip.id === stay)).toMatchObject({
    hotel: { hotel_id: hotel.hotel_id },
    saved: hotel.price,
    latest: hotel.price,
  })
  const flight = FlightResult.parse((await answerTo(wanted)).results[0])
  expect(trips.find((trip) => trip.id === id)).toMatchObject({
    flight: { id: flight.id },
    saved: flight.price,
    latest: flight.price,
    search: flightQuery().slice(1).replace('&row=abc&stops=0', '&adults=1'),
  })
  expect(await services.trips.list(ana)).toEqual([])
})

test('saves a stay from the list when the skill takes no request for all offers of its hotel', async () => {
  const { hotel_id: _, ...wanted } = await wantedStay()
  const listed = HotelResult.parse((await answerTo(wanted)).results[0])
  // A provider's hotel ids can have characters that the request for one hotel does not allow.
  const inList = { ...wanted, offer_id: listed.id, product: stayProduct(listed), hotel_id: 'hotel:1' }
  await saved(inList)
  expect(await services.trips.list(ana)).toMatchObject([{ hotel: { name: listed.name }, saved: listed.price }])
})

test('saving the same flight again returns the existing trip', async () => {
  const wanted = await wantedFlight()
  const id = await saved(wanted)
  expect(await services.trips.save(contextOf(ana), wanted, signal)).toEqual({ ok: true, value: { id, is_new: false } })
})

/** The request to save each fare of a flight that is sold at three or more, with its flight. Which day has one varies. */
async function faresOfOneFlight(days = 40): Promise<[SaveOffer, FlightResult][]> {
  const search = flightQuery().replace(inDays(40), inDays(days))
  const from = { kind: 'flights', skill: 'flight-search', search } as const
  const flights = (await answerTo(from)).results.map((result) => FlightResult.parse(result))
  const fares = [...Map.groupBy(flights, ({ legs }) => signatureOf(legs)).values()].find(({ length }) => length > 2)
  if (fares) return fares.map((flight) => [{ ...from, offer_id: flight.id, product: flightProduct(flight) }, flight])
  if (days > 70) throw new Error('the sample provider sells three fares of some flights')
  return faresOfOneFlight(days + 1)
}

test('another fare of the same flights takes the place of the saved fare, until that one is booked', async () => {
  const [light, standard, flex] = await faresOfOneFlight()
  if (!light || !standard || !flex) throw new Error('three fares are found')
  const id = await saved(light[0])
  expect(await saved(standard[0])).toBe(id)
  const { price, fare } = standard[1]
  expect(await services.trips.list(ana)).toMatchObject([{ id, saved: price, latest: price, flight: { fare } }])
  await services.trips.book(id, { booked: true }, ana)
  expect(await saved(flex[0])).not.toBe(id)
  expect(await services.trips.list(ana)).toHaveLength(2)
})

test('a request to save cannot contain an offer or a price', async () => {
  const wanted = await wantedFlight()
  expect(SaveOffer.parse(wanted)).toEqual(wanted)
  for (const forged of [{ price: { amount: 1, currency: 'USD' } }, { offer: {} }, { amount: 1 }])
    expect(SaveOffer.safeParse({ ...wanted, ...forged }).success).toBe(false)
})

test('refuses an offer that is not in the answer, an unknown skill and a skill of another kind', async () => {
  const wanted = await wantedFlight()
  for (const other of [
    { product: 'forged' },
    { product: wanted.product.replace(/\d/, '9') },
    { skill: 'no-such-skill' },
    { skill: 'send-message' },
    { skill: 'hotel-search' },
  ])
    expect(await services.trips.save(contextOf(ana), { ...wanted, ...other }, signal)).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND' },
    })
  expect(await services.trips.save(contextOf(ana), { ...wanted, search: 'origin=SEA' }, signal)).toMatchObject({
    error: { code: 'INVALID_INPUT' },
  })
  expect(await services.db.savedOffer.count()).toBe(0)
})

test('finds the same flight under another id, because a new answer uses new ids', async () => {
  const wanted = await wantedFlight(1)
  const id = await saved({ ...wanted, offer_id: 'of an older answer' })
  const [trip] = await services.trips.list(ana)
  expect(trip).toMatchObject({ id, flight: { id: wanted.offer_id } })
})

test('people remove and restore only their own trips; for any other id they get NOT_FOUND', async () => {
  const id = await saved(await wantedFlight())
  const unknown = await services.trips.remove('trip_0000000000000000000000', ana)
  expect(unknown).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  expect(await services.trips.remove(id, guest)).toEqual(unknown)
  expect(await services.trips.restore(id, guest)).toEqual(unknown)
  expect(await services.trips.remove(id, ana)).toEqual({ ok: true, value: { id } })
  expect(await services.trips.list(ana)).toEqual([])
  expect(await services.trips.restore(id, guest)).toEqual(unknown)
  expect(await services.trips.restore(id, ana)).toEqual({ ok: true, value: { id } })
  expect(await services.trips.list(ana)).toHaveLength(1)
})

test('a second removal or restoration succeeds and changes nothing, because the first answer may have been lost', async () => {
  const id = await saved(await wantedFlight())
  const done = { ok: true, value: { id } }
  expect(await services.trips.restore(id, ana), 'never removed').toEqual(done)
  expect(await services.trips.remove(id, ana)).toEqual(done)
  const { removedAt } = await services.db.savedOffer.findUniqueOrThrow({ where: { id } })
  expect(await services.trips.remove(id, ana)).toEqual(done)
  expect(await services.trips.remove(id, guest)).toMatchObject({ error: { code: 'NOT_FOUND' } })
  expect((await services.db.savedOffer.findUniqueOrThrow({ where: { id } })).removedAt).toEqual(removedAt)
  for (const _ of ['first', 'second']) expect(await services.trips.restore(id, ana)).toEqual(done)
  expect(await services.trips.list(ana)).toHaveLength(1)
})

test('limits each person to fifty saved offers and names the remedy; removing an offer makes room', async () => {
  const first = await saved(await wantedFlight())
  const row = await services.db.savedOffer.findUniqueOrThrow({ where: { id: first } })
  await services.db.savedOffer.createMany({
    data: Array.from({ length: maxSavedOffers - 1 }, (_, at) => ({
      ...row,
      offer: {},
      id: `trip_${String(at).padStart(22, '0')}`,
      productHash: `${at}`,
    })),
  })
  const more = await wantedFlight(1)
  expect(await services.trips.save(contextOf(ana), more, signal)).toMatchObject({
    error: { code: 'CONFLICT', message: expect.stringMatching(/50 flights and stays.*Remove one under Trips/) },
  })
  await saved(more, guest)
  await services.trips.remove(first, ana)
  await saved(more)
  expect(await services.db.savedOffer.count({ where: { userId: ana.id } })).toBe(maxSavedOffers)
})

test('concurrent saves cannot exceed the limit', async () => {
  const row = await services.db.savedOffer.findUniqueOrThrow({ where: { id: await saved(await wantedFlight()) } })
  await services.db.savedOffer.createMany({
    data: Array.from({ length: maxSavedOffers - 2 }, (_, at) => ({
      ...row,
      offer: {},
      id: `trip_${String(at).padStart(22, '0')}`,
      productHash: `${at}`,
    })),
  })
  const wanted = await Promise.all([1, 2, 3].map(wantedFlight))
  const waiting = async () =>
    Number(
      (
        await services.db.$queryRaw<{ n: bigint }[]>`
        select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      )[0]?.n,
    )
  // While this transaction locks the user, all three saves wait for the lock. If a save counted before it has the
  // lock, the saves would exceed the limit.
  const saves = await services.db.$transaction(
    async (tx) => {
      await tx.$queryRaw`select id from users where id = ${ana.id} for update`
      const all = wanted.map((one) => services.trips.save(contextOf(ana), one, signal))
      await expect.poll(waiting).toBe(3)
      return { all }
    },
    { timeout: 60_000 },
  )
  const outcomes = await Promise.all(saves.all)
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await services.db.savedOffer.count()).toBe(maxSavedOffers)
})

test('records a later price of the same person, search, data and currency, and never an older price', async () => {
  const wanted = await wantedFlight()
  await saved(wanted)
  const answer = await answerTo(wanted)
  const flight = FlightResult.parse(answer.results[0])
  const search = (await services.trips.list(ana))[0]?.search ?? ''
  const later = (ms: number, amount: number, currency = flight.price.currency, data: 'sample' | 'live' = 'sample') => {
    const { price_base: _, taxes: __, fees: ___, price_per_traveler: ____, ...rest } = flight
    const fetched_at = new Date(Date.parse(answer.metadata.fetched_at) + ms).toISOString()
    const results = [{ ...rest, id: 'new', price: { amount, currency } }]
    const metadata = { ...answer.metadata, fetched_at, data }
    return { canonicalQuery: search, output: { ...answer, results: JSON.parse(JSON.stringify(results)), metadata } }
  }
  const latest = async () => (await services.trips.list(ana))[0]?.latest.amount
  await services.trips.notePrices(guest, later(1000, 1))
  await services.trips.notePrices(ana, { ...later(1000, 2), canonicalQuery: 'origin=AMS' })
  await services.trips.notePrices(ana, later(1000, 3, 'XAF'))
  await services.trips.notePrices(ana, later(1000, 4, flight.price.currency, 'live'))
  expect(await latest()).toBe(flight.price.amount)
  await services.trips.notePrices(ana, later(2000, 400))
  await services.trips.notePrices(ana, later(1500, 300))
  expect(await latest()).toBe(400)
  expect((await services.trips.list(ana))[0]?.saved.amount).toBe(flight.price.amount)
})

test('lists upcoming trips by date, then past trips', async () => {
  const flight = await saved(await wantedFlight())
  const later = { ...(await wantedFlight()), search: flightQuery().replace(inDays(40), inDays(20)) }
  const sooner = FlightResult.parse((await answerTo(later)).results[0])
  const next = await saved({ ...later, offer_id: sooner.id, product: flightProduct(sooner) })
  const over = await saved(await wantedStay())
  await services.db.savedOffer.update({ where: { id: over }, data: { endsAt: new Date(services.clock.now() - 1) } })
  const trips = await services.trips.list(ana)
  expect(trips.map(({ id, isPast }) => [id, isPast])).toEqual([
    [next, false],
    [flight, false],
    [over, true],
  ])
})

test('lists the flight of a day before the stay that begins on that day', async () => {
  const stay = await saved(await wantedStay())
  const from = {
    kind: 'flights',
    skill: 'flight-search',
    search: `?origin=AMS&destination=AUA&date=${inDays(40)}`,
  } as const
  const flight = FlightResult.parse((await answerTo(from)).results[0])
  const id = await saved({ ...from, offer_id: flight.id, product: flightProduct(flight) })
  expect((await services.trips.list(ana)).map((trip) => trip.id)).toEqual([id, stay])
})

test('a stay has the date at its hotel, also after its check-in', async () => {
  await saved(await wantedStay())
  // Aruba is four hours behind UTC.
  for (const days of [40, 41]) {
    const clock = { now: () => Date.parse(`${inDays(days)}T03:00:00Z`) }
    expect(await listTrips({ ...services, clock, seal }, ana)).toMatchObject([
      { kind: 'hotels', today: inDays(days - 1) },
    ])
  }
})

test('a person marks an offer as booked with its code, which is stored sealed, and takes the mark away', async () => {
  const id = await saved(await wantedFlight())
  const other = await saved(await wantedFlight(), guest)
  const codes = async () => (await services.trips.list(ana)).map(({ booking }) => booking)
  expect(await codes()).toEqual([undefined])
  got(await services.trips.book(id, { booked: true, code: 'X4QZ9A' }, ana))
  expect(await codes()).toEqual([{ code: 'X4QZ9A' }])
  const row = await services.db.savedOffer.findUniqueOrThrow({ where: { id } })
  expect(row.bookingCode).not.toContain('X4QZ9A')
  // A code that was sealed with another key, as in a restored backup, is left out.
  await services.db.savedOffer.update({
    where: { id },
    data: { bookingCode: seal.close('X4QZ9A', bookingSubject(id)) },
  })
  expect(await codes()).toEqual([{}])
  got(await services.trips.book(id, { booked: false }, ana))
  expect(await codes()).toEqual([undefined])
  expect(await services.trips.book(other, { booked: true }, ana)).toMatchObject({ error: { code: 'NOT_FOUND' } })
})

test('deletes saved offers together with the account', async () => {
  await saved(await wantedFlight(), guest)
  await services.db.user.delete({ where: { id: guest.id } })
  expect(await services.db.savedOffer.count()).toBe(0)
})
