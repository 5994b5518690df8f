import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { newId } from '#runner/contract/ids.ts'
import { type LogLine, recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { noteOfFlights } from '../../model/search-note.ts'
import { keptSearches } from '../account/kept-searches.ts'
import { createSearchHistory } from './search-history.ts'

async function open() {
  const database = await createTestDatabase()
  const { client: db } = database
  let nowMs = Date.parse('2026-11-20T08:00:00Z')
  const lines: LogLine[] = []
  const log = recordingLog(lines)
  const history = createSearchHistory({ db, clock: { now: () => nowMs }, log })
  const person = async () => (await db.user.create({ data: { id: newId('user', randomBytes) } })).id
  return {
    db,
    lines,
    person,
    search(id: string, date = '2027-01-15') {
      nowMs += 1000
      return history.note({ id }, noteOfFlights(FlightSearch.parse({ origin: 'SEA', destination: 'NRT', date })))
    },
    pass(ms: number) {
      nowMs += ms
    },
    shown: async (userId: string) => keptSearches(await db.keptSearch.findMany({ where: { userId } })),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

test('stores each search of a person once, with the time of its last run, separate from other people', async () => {
  await using world = await open()
  const [ana, ben] = [await world.person(), await world.person()]
  await world.search(ana)
  await world.search(ben, '2027-01-16')
  world.pass(60_000)
  await world.search(ana)
  expect(await world.shown(ana)).toEqual([
    {
      kind: 'flights',
      from: 'SEA',
      to: 'NRT',
      start: '2027-01-15',
      end: null,
      searchedAt: new Date('2026-11-20T08:01:03Z'),
    },
  ])
  expect((await world.shown(ben)).map(({ start }) => start)).toEqual(['2027-01-16'])
})

test('keeps the latest hundred searches of a person', async () => {
  await using world = await open()
  const ana = await world.person()
  const days = Array.from({ length: 103 }, (_, at) => new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10))
  for (const day of days) await world.search(ana, day)
  const kept = await world.db.keptSearch.findMany({ orderBy: { searchedAt: 'asc' } })
  expect(kept.map(({ note }) => JSON.parse(note).start)).toEqual(days.slice(3))
})

test('stores nothing for callers without an account or for a deleted account, and logs no failure', async () => {
  await using world = await open()
  const ana = await world.person()
  await world.search(ana)
  await world.db.user.delete({ where: { id: ana } })
  for (const id of ['public', 'agent', newId('user', randomBytes)]) await world.search(id)
  await world.search(ana, '2027-01-16')
  expect(await world.db.keptSearch.count()).toBe(0)
  expect(world.lines).toEqual([])
})
