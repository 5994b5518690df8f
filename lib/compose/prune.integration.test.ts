import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forgetUnusedScripts, keepTexts } from '#lib/agents/server/scripts/forget-scripts.ts'
import { inShortTransactions, type Pace } from '#lib/platform/server/db/in-short-transactions.ts'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import { forgetUnnamedAnswers } from '#lib/skills/server/executions/forget-answers.ts'
import { pruneExecutions } from '#lib/skills/server/executions/prune-executions.ts'

const dayMs = 24 * 60 * 60 * 1000
const now = Date.UTC(2027, 0, 15)
const ages = { journalDays: 30, executionDays: 365 }
const clock = { now: () => now }
const pace: Pace = { signal: new AbortController().signal, rest: async () => {} }
const digests = ['a', 'b', 'c']

/** An answer younger than a day. A running execution may be about to name it. */
const young = 'z'
const answers = ['w', 'x', 'y', 'z']
const columns = ['results_hash', 'result_hash', 'result', 'args'] as const

type Shape = {
  readonly status: 'pending' | 'running' | 'suspended' | 'success' | 'error'
  readonly ageDays: number
  readonly lastedDays: number
  readonly digest: string
  readonly calls: number
  /** What is left of an earlier end, which an unfinished execution should not have. */
  readonly hasEnded?: boolean
  /** The stored answer that it names, and in which column. */
  readonly names?: { readonly answer: string; readonly as: (typeof columns)[number] }
}

const isOver = ({ status }: Shape) => status === 'success' || status === 'error'

async function start() {
  const database = await emptyTestDatabase()
  const { client: db } = database
  /** Fills the tables anew. An execution is its index. */
  const fill = async (shapes: readonly Shape[]) => {
    await db.$executeRaw`truncate executions, scripts, answer_blobs cascade`
    await db.answerBlob.createMany({
      data: answers.map((hash) => ({
        ...{ hash, bytes: new Uint8Array(), size: 0, storedSize: 0 },
        lastUsedAt: new Date(now - (hash === young ? 0.5 : 2) * dayMs),
      })),
    })
    await db.script.createMany({ data: digests.map((digest) => ({ digest, language: 'javascript', text: '1' })) })
    await db.execution.createMany({
      data: shapes.map((shape, n) => ({
        ...{ id: `${n}`, skill: 'script', version: '1', action: 'run', principalId: 'prof_1', source: 'dm-unknown' },
        ...{ trust: 'network', input: {}, instanceId: 'inst_1', replay: {}, skillDigest: shape.digest },
        status: shape.status,
        resultsHash: shape.names?.as === 'results_hash' ? shape.names.answer : null,
        startedAt: new Date(now - (shape.ageDays + shape.lastedDays) * dayMs),
        ...(isOver(shape) || shape.hasEnded
          ? { finishedAt: new Date(now - shape.ageDays * dayMs), output: { status: 'success' } }
          : {}),
      })),
    })
    const call = { op: 'fetch', args: {}, fuelLeft: 1n, durationMs: 1 }
    await db.journalEntry.createMany({
      data: shapes.flatMap(({ calls, names }, n) =>
        Array.from({ length: calls }, (_, seq) => ({
          ...{ executionId: `${n}`, seq, ...call },
          ...(names?.as === 'result_hash' ? { resultHash: names.answer } : {}),
          ...(names?.as === 'result' ? { result: { kind: 'stored', hash: names.answer } } : {}),
          ...(names?.as === 'args' ? { args: { hash: names.answer } } : {}),
        })),
      ),
    })
  }
  const prune = async (given = pace) => {
    const counts = await pruneExecutions({ db, clock }, ages, given)
    const oldScripts = await forgetUnusedScripts(db, given)
    return { ...counts, oldScripts, unnamed: await forgetUnnamedAnswers({ db, clock }, given) }
  }
  const rows = async () =>
    (await db.execution.findMany({ include: { journal: true } })).map(({ id, output, replay, journal }) => ({
      n: Number(id),
      isWhole: replay !== null,
      hasOutput: output !== null,
      calls: journal.length,
    }))
  const texts = async () => (await db.script.findMany({ orderBy: { digest: 'asc' } })).map(({ digest }) => digest)
  const stored = async () => (await db.answerBlob.findMany({ orderBy: { hash: 'asc' } })).map(({ hash }) => hash)
  return { db, fill, stored, prune, rows, texts, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

const ended = (ageDays: number, digest = 'a'): Shape => ({
  status: 'success',
  ageDays,
  lastedDays: 0,
  digest,
  calls: 1,
})

const shape: fc.Arbitrary<Shape> = fc.record({
  status: fc.constantFrom('pending', 'running', 'suspended', 'success', 'error'),
  ageDays: fc.oneof(
    fc.constantFrom(29, 31, 364, 366),
    fc.integer({ min: 1, max: 900 }).filter((n) => n % 5 !== 0),
  ),
  lastedDays: fc.constantFrom(0, 0, 3, 400),
  digest: fc.constantFrom(...digests),
  calls: fc.integer({ min: 0, max: 3 }),
  hasEnded: fc.boolean(),
  names: fc.record({ answer: fc.constantFrom(...answers), as: fc.constantFrom(...columns) }),
})

it('deletes by age what has ended, and nothing that an unfinished or younger execution needs', async () => {
  await using world = await start()
  await fc.assert(
    fc.asyncProperty(fc.array(shape, { maxLength: 12 }), async (shapes) => {
      await world.fill(shapes)
      const counts = await world.prune()
      const left = shapes.flatMap((one, n) => (isOver(one) && one.ageDays > ages.executionDays ? [] : [{ one, n }]))
      const expected = left.map(({ one, n }) => {
        const isWhole = !(isOver(one) && one.ageDays > ages.journalDays)
        return {
          n,
          isWhole,
          hasOutput: isWhole && (isOver(one) || one.hasEnded === true),
          calls: isWhole ? one.calls : 0,
        }
      })
      const byNumber = (a: { n: number }, b: { n: number }) => a.n - b.n
      expect((await world.rows()).toSorted(byNumber)).toEqual(expected)
      const used = [...new Set(left.map(({ one }) => one.digest))].toSorted()
      expect(await world.texts()).toEqual(used)
      const named = left.flatMap(({ one, n }) => {
        const row = expected.find((each) => each.n === n)
        const counts = one.names?.as === 'results_hash' ? row?.hasOutput : (row?.calls ?? 0) > 0
        return counts && one.names ? [one.names.answer] : []
      })
      const kept = [...new Set([...named, young])].toSorted()
      expect(await world.stored()).toEqual(kept)
      expect(counts).toEqual({
        unnamed: answers.length - kept.length,
        oldExecutions: shapes.length - left.length,
        oldOutputs: expected.filter(({ isWhole }) => !isWhole).length,
        oldScripts: digests.length - used.length,
      })
    }),
    { numRuns: 40 },
  )
})

it('works in several transactions, rests after each, and goes on later with what a stop has left', async () => {
  await using world = await start()
  await world.fill(Array.from({ length: 250 }, () => ended(400)))
  const stopping = new AbortController()
  const rests: number[] = []
  const rest = async (ms: number) => {
    rests.push(ms)
    if (rests.length === 2) stopping.abort()
  }
  expect(await world.prune({ signal: stopping.signal, rest })).toMatchObject({ oldExecutions: 200, oldScripts: 0 })
  expect(Math.min(...rests)).toBeGreaterThan(0)
  expect(await world.prune()).toMatchObject({ oldExecutions: 50, oldScripts: digests.length })
})

it('leaves the work to the process that does it already', async () => {
  await using world = await start()
  await world.fill([ended(400)])
  const other = await inShortTransactions(world.db, pace, async () => {
    expect(await world.prune()).toEqual({ oldExecutions: 0, oldOutputs: 0, oldScripts: 0, unnamed: 0 })
    return 0
  })
  expect(other).toBe(0)
  expect(await world.prune()).toMatchObject({ oldExecutions: 1 })
})

it('keeps the text that a transaction is about to execute again', async () => {
  await using world = await start()
  await world.fill([])
  await world.db.$transaction(async (tx) => {
    await keepTexts(tx, ['a'])
    expect(await world.prune()).toMatchObject({ oldScripts: 2 })
  })
  expect(await world.texts()).toEqual(['a'])
})
