import { expect, test } from 'vitest'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { principalOf } from '#lib/platform/server/auth/principal.ts'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import type { AlertRule } from '../../model/saved-search.ts'
import { inDays } from '../../model/testing-dates.ts'
import { createSavedSearches } from './saved-searches.ts'
import { FakeSource, fakePorts, query } from './testing/fake-source.ts'

const ana = principalOf({ id: 'user_0123456789abcdefghijkl', role: 'traveler', isGuest: false })

/** A provider that answers only people, and one that also answers the app. */
function twoSources() {
  const [people, all] = [new FakeSource('people', 713), new FakeSource('all', 864)]
  people.isUserInitiated = true
  return { people, all }
}

/** An app whose cache has the answers that Ana sees. The test can change `sources` as an operator can. */
async function open(...sources: FakeSource[]) {
  const database = await emptyTestDatabase()
  // Starts at noon, so that ten minutes later is the same day, whenever the test runs.
  let aheadMs = Date.parse(`${inDays(1)}T12:00:00Z`) - Date.now()
  const clock = { now: () => Date.now() + aheadMs }
  const ports = fakePorts({ db: database.client, clock, sources })
  ports.isCached = true
  const searches = createSavedSearches(ports)
  await database.client.user.create({ data: { id: ana.id } })
  const view = async () => {
    const [only] = await searches.list(ana)
    if (only === undefined) throw new Error('expected a saved search')
    return only
  }
  return {
    sources,
    view,
    async save(rule: AlertRule = { type: 'below_saved' }) {
      const outcome = await searches.save(
        { kind: 'flights', search: query, rule },
        contextOf(ana),
        new AbortController().signal,
      )
      if (!outcome.ok) throw new Error(outcome.error.message)
    },
    /** Runs the search a day later. */
    async ask() {
      aheadMs += 25 * 3_600_000
      await searches.run((await view()).id)
      return view()
    },
    /** Ana searches again, ten minutes later. */
    async searchAgain() {
      aheadMs += 600_000
      const { query: canonicalQuery } = await view()
      for (const source of sources) await searches.noteSeen(ana, { canonicalQuery, output: source.answer(clock.now()) })
      return view()
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
const amountsOf = ({ days }: { days: readonly { amount: number }[] }) => days.map(({ amount }) => amount)
const fallsOf = ({ alerts }: { alerts: readonly { amount: number }[] }) => alerts.map(({ amount }) => amount)

test('first price, history, comparison and alert leave out a provider that answers only people, and the list says so', async () => {
  const { people, all } = twoSources()
  await using world = await open(people, all)
  await world.save()
  const saved = await world.view()
  expect(saved).toMatchObject({ saved: 864, latest: { amount: 864 }, leftOut: ['Provider people'] })
  expect(amountsOf(saved)).toEqual([864])
  expect(amountsOf(await world.searchAgain())).toEqual([864])
  expect(await world.ask()).toMatchObject({ saved: 864, latest: { amount: 864 }, alerts: [] })
  all.offered = 714
  const fallen = await world.ask()
  expect([amountsOf(fallen).at(-1), fallsOf(fallen)]).toEqual([714, [714]])
})

test('with only a provider that answers people, a search is not checked from the start; prices are the person’s own', async () => {
  const { people } = twoSources()
  await using world = await open(people)
  await world.save()
  expect(await world.view()).toMatchObject({ state: { kind: 'refused' }, saved: 713, latest: { amount: 713 } })
  people.offered = 700
  expect(await world.searchAgain()).toMatchObject({ saved: 713, latest: { amount: 700 }, days: [{ amount: 700 }] })
  people.offered = 750
  expect(await world.searchAgain()).toMatchObject({ saved: 713, latest: { amount: 750 }, days: [{ amount: 700 }] })
  const refused = await world.ask()
  expect(refused).toMatchObject({ state: { kind: 'refused' }, latest: { amount: 750 }, alerts: [] })
  expect(refused.lastRunAtMs).toBeUndefined()
})

test('a search that was saved without a price gets its first price when the person searches', async () => {
  const { people } = twoSources()
  people.offered = []
  await using world = await open(people)
  await world.save()
  expect(await world.view()).toMatchObject({ state: { kind: 'refused' }, days: [] })
  people.offered = 700
  expect(await world.searchAgain()).toMatchObject({ saved: 700, latest: { amount: 700 }, days: [{ amount: 700 }] })
})

test('once the operator adds a provider that answers the app, the search is checked and compares only its prices', async () => {
  const { people, all } = twoSources()
  await using world = await open(people)
  await world.save()
  world.sources.push(all)
  expect(await world.view()).toMatchObject({ state: { kind: 'waiting' }, leftOut: ['Provider people'], saved: 713 })
  const asked = await world.ask()
  expect(asked).toMatchObject({ state: { kind: 'working' }, saved: 864, latest: { amount: 864 }, alerts: [] })
  expect(amountsOf(asked)).toEqual([864])
  all.offered = 850
  expect(fallsOf(await world.ask())).toEqual([850])
  world.sources.splice(1)
  expect((await world.view()).state).toEqual({ kind: 'refused' })
  expect(await world.searchAgain()).toMatchObject({ saved: 713, latest: { amount: 713 }, days: [{ amount: 713 }] })
  world.sources.splice(0)
  expect((await world.view()).state).toEqual({ kind: 'no_sources' })
})

test('a provider that is removed or added starts a new comparison: the difference in price is no fall or rise', async () => {
  const [cheap, dear] = [new FakeSource('a', 700), new FakeSource('b', 800)]
  await using world = await open(cheap, dear)
  await world.save()
  world.sources.shift()
  expect(await world.ask()).toMatchObject({ saved: 800, latest: { amount: 800 }, days: [{ amount: 800 }], alerts: [] })
  world.sources.push(cheap)
  expect(await world.ask()).toMatchObject({ saved: 700, latest: { amount: 700 }, days: [{ amount: 700 }], alerts: [] })
  cheap.offered = 690
  expect(fallsOf(await world.ask())).toEqual([690])
})

test('a provider that failed when the search was saved causes no fall, but a price below the person’s amount alerts', async () => {
  const [cheap, dear] = [new FakeSource('a', 'API_TIMEOUT'), new FakeSource('b', 800)]
  for (const [rule, falls] of [
    [{ type: 'below_saved' }, []],
    [{ type: 'falls_by', percent: 10 }, []],
    [{ type: 'below', amount: 750 }, [700]],
    [{ type: 'below', amount: 900 }, []],
  ] satisfies [AlertRule, number[]][]) {
    await using world = await open(cheap, dear)
    cheap.offered = 'API_TIMEOUT'
    await world.save(rule)
    cheap.offered = 700
    const back = await world.ask()
    expect(back, rule.type).toMatchObject({ saved: 700, latest: { amount: 700 } })
    expect(fallsOf(back), rule.type).toEqual(falls)
  }
})
