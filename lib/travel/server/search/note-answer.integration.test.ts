import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { newId } from '#runner/contract/ids.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import { recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { createNoteAnswer } from './note-answer.ts'

const output: SkillOutput = {
  status: 'success',
  skill: 'flight-search-amadeus',
  version: '1.0.0',
  results: [],
  metadata: { query_time_ms: 1, cached: false, fetched_at: '2026-11-20T08:00:00.000Z', partial: false },
}

async function open() {
  const database = await createTestDatabase()
  const { client: db } = database
  const noted: string[] = []
  let queries = 0
  const noteIn =
    (what: string) => async (person: { readonly id: string }, answer: { readonly canonicalQuery: string }) => {
      noted.push(`${what} ${person.id} ${answer.canonicalQuery}`)
    }
  const note = createNoteAnswer({
    db: {
      $queryRaw: (...asked) => {
        queries += 1
        return db.$queryRaw(...asked)
      },
    },
    trips: { notePrices: noteIn('trips') },
    savedSearches: { noteSeen: noteIn('searches') },
    log: recordingLog([]),
  })
  const person = async () => (await db.user.create({ data: { id: newId('user', randomBytes) } })).id
  const saveSearch = (userId: string, search: string, removedAt: Date | null = null) =>
    db.savedSearch.create({
      data: {
        ...{ id: newId('watch', randomBytes), userId, kind: 'flights', search, currency: 'USD' },
        ...{ rule: { kind: 'falls' }, savedAt: new Date(), removedAt },
      },
    })
  const saveOffer = (userId: string, search: string) =>
    db.savedOffer.create({
      data: {
        id: newId('trip', randomBytes),
        userId,
        kind: 'flights',
        skill: 'flight-search',
        search,
        productHash: 'a',
        offer: {},
        data: 'live',
        currency: 'USD',
        savedAmount: 1,
        latestAmount: 1,
        savedSeenAt: new Date(),
        latestSeenAt: new Date(),
        endsAt: new Date(),
        savedAt: new Date(),
      },
    })
  return {
    note: (id: string, search: string, answer: SkillOutput = output) =>
      note({ id }, { canonicalQuery: search, output: answer }),
    noted,
    queries: () => queries,
    person,
    saveSearch,
    saveOffer,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

test('passes an answer on only if the person saved its search, or saved an offer from that search', async () => {
  await using world = await open()
  const [ana, ben] = [await world.person(), await world.person()]
  await world.saveSearch(ana, 'origin=AMS&destination=AUA')
  await world.saveSearch(ben, 'origin=SEA&destination=NRT', new Date())
  await world.saveOffer(ben, 'origin=LIS&destination=MIA')
  await Promise.all([
    world.note(ana, 'origin=AMS&destination=AUA'),
    world.note(ana, 'origin=SEA&destination=NRT'),
    world.note(ben, 'origin=AMS&destination=AUA'),
    world.note(ben, 'origin=SEA&destination=NRT'),
    world.note(ana, 'origin=LIS&destination=MIA'),
    world.note(ben, 'origin=LIS&destination=MIA'),
  ])
  expect(new Set(world.noted)).toEqual(
    new Set([
      `searches ${ana} origin=AMS&destination=AUA`,
      `trips ${ana} origin=AMS&destination=AUA`,
      `searches ${ben} origin=LIS&destination=MIA`,
      `trips ${ben} origin=LIS&destination=MIA`,
    ]),
  )
  expect(world.noted).toHaveLength(4)
})

test('sends one query for many answers, and no query for failed answers or callers without an account', async () => {
  await using world = await open()
  const ana = await world.person()
  await Promise.all([world.note(ana, 'a'), world.note(ana, 'b'), world.note(ana, 'a')])
  expect(world.queries()).toBe(1)
  await world.note(ana, 'a', { ...output, status: 'error', error: { code: 'API_TIMEOUT', message: 'late' } })
  await world.note('agent_voice', 'a')
  expect(world.queries()).toBe(1)
})
