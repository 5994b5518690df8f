import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDuffelOffers, type OfferRequest } from '#e2e/support/duffel-offers.ts'
import { readFlightQuery } from '#lib/travel/model/flights/flight-query.ts'
import { readHotelQuery } from '#lib/travel/model/hotels/hotel-query.ts'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { createTimeOffsets } from '#lib/travel/server/places/time-offsets.ts'
import { flightSearchInput } from '#lib/travel/server/search/flight-search-input.ts'
import { hotelSearchInput } from '#lib/travel/server/search/hotel-search-input.ts'
import type { SearchCheck } from '#lib/travel/server/search/stream-search.ts'
import { instructionsIn } from '#runner/contract/fuel.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import type { SkillInput } from '#runner/contract/skill-io.ts'
import { defaultConfig } from '#runner/contract/travel-config.ts'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import { brokerOf, engineOf, realClock, recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { effectiveLimits } from '#runner/policy/effective-limits.ts'
import { createRunner } from '#runner/run/runner.ts'
import { createQuickJsRuntime } from '#runner/runtimes/quickjs/create-quickjs-runtime.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { standIns } from '#sample-provider/stand-ins.ts'
import { createStandIn as createDuffel } from '../../skills/flight-search-duffel/tests/stand-in.ts'
import { hotel, offer, offered, rate } from '../../skills/hotel-search-liteapi/tests/rates.ts'
import { createStandIn as createLiteApi } from '../../skills/hotel-search-liteapi/tests/stand-in.ts'

const projectDir = join(import.meta.dirname, '../..')
const nowMs = Date.parse('2026-11-20T12:00:00Z')
const clock = { ...realClock, now: () => nowMs }
const places = createPlaces()
const offersOfDuffel = createDuffelOffers(places)

/** The largest answer of LiteAPI: the most hotels of one request, which share its most rates. */
const ids = Array.from({ length: 400 }, (_, at) => `lp${at}`)
function hotelsOfLiteApi(body: string) {
  const { occupancies }: { occupancies: readonly { adults: number; children: readonly number[] }[] } = JSON.parse(body)
  const rates = occupancies.map(({ adults, children }, at) => {
    const guests = { adultCount: adults, childCount: children.length, childrenAges: children }
    return rate({ occupancyNumber: at + 1, maxOccupancy: adults + children.length, ...guests })
  })
  const data = ids.map((id, at) => {
    return offered(
      Array.from({ length: at % 2 === 0 ? 2 : 3 }, (_, number) => offer({ offerId: `${id}-${number}`, rates })),
      id,
    )
  })
  return createLiteApi({ data, hotels: ids.map((id) => hotel({ id })) })
}

let duffel = createDuffel()
const others = {
  'api.duffel.com': (body: string) => {
    const asked: { data?: OfferRequest } = body === '' ? {} : JSON.parse(body)
    if (asked.data !== undefined) duffel = createDuffel({ offers: offersOfDuffel(asked.data, nowMs) })
    return duffel
  },
  'api.liteapi.travel': (body: string) => (body === '' ? createLiteApi() : hotelsOfLiteApi(body)),
}

const opened = new AsyncDisposableStack()
const upstream: Record<string, { url: string; data: 'sample' }> = {}
let runtime: Runtime

beforeAll(async () => {
  runtime = opened.use(
    await createQuickJsRuntime({ projectRoot: projectDir, log: recordingLog(), workers: 1, instancesPerWorker: 1 }),
  )
  const pace = { minIntervalMs: 0, toleranceMs: 0 }
  const amadeus = opened.adopt(await standIns['api.amadeus.com'].start({ places, clock, pace }), (it) => it.close())
  upstream['api.amadeus.com'] = { url: amadeus.url, data: 'sample' }
  for (const [host, standInOf] of Object.entries(others)) {
    const { url } = opened.use(
      await openHttpServer(async (request, response) => {
        const body = (await request.toArray()).join('')
        const { method = '', headers } = request
        const answer = standInOf(body)({ method, headers, body, url: new URL(request.url ?? '/', `https://${host}`) })
        response.writeHead(answer.status, answer.headers).end(answer.body)
      }),
    )
    upstream[host] = { url, data: 'sample' }
  }
})
afterAll(() => opened.disposeAsync())

/** How much of a guest's fuel a search has left, from 0 to 1, and what it found. */
async function searchAsGuest(name: string, input: SkillInput) {
  const loaded = await loadSkillFolder(join(projectDir, 'skills', name), { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const { manifest } = loaded.skill
  const { limits } = effectiveLimits({ manifest, tier: 'local', isPublic: true, config: defaultConfig, override: {} })
  // No time limit and no pace, so that a busy machine changes nothing: neither costs fuel.
  const rateless = {
    rate: { per_second: 1000, min_interval_ms: 0 },
    limits: { ...manifest.limits, timeout_ms: 600_000 },
  }
  const secrets = manifest.permissions.secrets.map((secret) => {
    const value = Object.entries(standIns['api.amadeus.com'].credential).find(([key]) => key === secret)?.[1] ?? 'a-key'
    return [secret, { value, hosts: manifest.permissions.network.egress }] as const
  })
  await using egress = engineOf({ upstream })
  let used = Number.NaN
  const runner = createRunner({
    skills: fixedSkills({ ...loaded.skill, manifest: { ...manifest, ...rateless } }),
    runtimes: [runtime],
    broker: brokerOf(Object.fromEntries(secrets)),
    egress,
    services: { timeOffsets: createTimeOffsets(places) },
    store: {
      started: async () => {},
      finished: async ({ fuelUsed }) => {
        used = fuelUsed
      },
    },
    clock,
    randomBytes: (size) => new Uint8Array(size).fill(7),
    log: recordingLog(),
  })
  const output = await runner.execute(name, input, { principal: principalFrom('main', { id: 'a', role: 'traveler' }) })
  if (output.status !== 'success') throw new Error(`${name}: ${JSON.stringify(output)}`)
  return { found: output.results.length, left: 1 - used / instructionsIn(limits.fuel) }
}

async function expectFuelLeft(skills: readonly string[], checked: SearchCheck) {
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults))
  for (const skill of skills) {
    const { found, left } = await searchAsGuest(skill, checked.input)
    expect(found, skill).toBeGreaterThan(0)
    expect(left, skill).toBeGreaterThanOrEqual(0.4)
  }
}

const dates = 'date=2027-03-12&currency=USD&max_results=250'
test.for([
  'origin=SEA&destination=NRT',
  'origin=SEA&destination=NRT&return_date=2027-03-20',
  'origin=NYC&destination=LON&return_date=2027-03-20&adults=4&children=3&infants=2',
  'origin=NYC&destination=LON&return_date=2027-03-20&cabin=first',
  'origin=LON&destination=PAR&non_stop=true',
  'origin=SEA&destination=NRT&onward=NRT-SIN-2027-03-16&onward=SIN-SEA-2027-03-20',
  'origin=SEA&destination=NRT&onward=NRT-SIN-2027-03-16&onward=SIN-BKK-2027-03-20&onward=BKK-DEL-2027-03-24&onward=DEL-LON-2027-03-28&onward=LON-SEA-2027-03-30',
])('a guest who searches flights with %s has two fifths of the fuel left', async (query) => {
  const read = readFlightQuery(new URLSearchParams(`${dates}&${query}`))
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  await expectFuelLeft(['flight-search', 'flight-search-duffel'], flightSearchInput(read.search, places, nowMs))
})

const stay = 'check_in=2027-03-12&check_out=2027-03-15&currency=USD'
test.for([
  'place=PAR',
  'place=PAR&adults=1&max_results=1000',
  'place=TYO&rooms=2',
  'place=PAR&rooms=9',
  'place=NYC&adults=2&child_ages=4,9',
  'place=PAR&room_guests=2,1-7',
  'place=TYO&room_guests=2,1-7&max_results=1000',
  'place=NYC&room_guests=2,1-7,3',
  'place=PAR&room_guests=2,1-7,3,1,4,2-3,5,6,1-1',
  'lat=48.86&lon=2.35&radius_km=300&max_results=1000',
  'lat=48.86&lon=2.35&room_guests=1,3-2-5',
  'place=LON&radius_km=300&max_results=1000&stars=4&stars=5&board=breakfast&free_cancellation=true',
])('a guest who searches hotels with %s has two fifths of the fuel left', async (query) => {
  const read = readHotelQuery(new URLSearchParams(`${stay}&${query}`))
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  await expectFuelLeft(['hotel-search', 'hotel-search-liteapi'], hotelSearchInput(read.search, places, nowMs))
})
