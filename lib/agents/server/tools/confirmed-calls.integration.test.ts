import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDatabaseClient } from '#lib/platform/server/db/client.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { createSeal } from '#lib/platform/server/secrets/seal.ts'
import { testAudit } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { createConfirmations } from '#lib/skills/server/invoking/confirmations.ts'
import { agentCaller, notesSkill, toolWorld } from './testing/tool-world.ts'

// Random sequences of calls to a skill that needs confirmation: concurrent, repeated and across restarts, with the
// confirmations in a database.

const { signal } = new AbortController()
const validMs = 600_000
const askingMs = 2_000

/** `says`: the call adds nothing, `confirmed: true`, or the id of an earlier confirmation, given by its index. */
const callArbitrary = fc.record({
  text: fc.constantFrom('a', 'b'),
  who: fc.constantFrom('agent_x', 'agent_y'),
  says: fc.oneof(fc.constantFrom('nothing' as const, 'confirmed' as const), fc.record({ id: fc.nat(20) })),
  /** Invisible characters after the text. They do not change the arguments. */
  spelling: fc.constantFrom('', '\u200b', '\u202e'),
})
const stepArbitrary = fc.record({
  calls: fc.array(callArbitrary, { minLength: 1, maxLength: 4 }),
  waitMs: fc.constantFrom(0, 1, askingMs, askingMs + 1, validMs + 1),
  isRestart: fc.boolean(),
})

/** A pending confirmation. `from`: a call with `confirmed: true` may use it only after this time. */
type Question = {
  readonly id: string
  readonly key: string
  readonly from: number
  readonly until: number
  used: boolean
}

test('a skill never acts unconfirmed, nor twice on one confirmation, in any order of calls and restarts', async () => {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await createTestDatabase())
  const db = createDatabaseClient(database.url)
  opened.defer(() => db.$disconnect())
  const seal = createSeal(new Uint8Array(32), randomBytes)
  let acted = 0

  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 10 }), async (steps) => {
      await db.confirmation.deleteMany()
      let nowMs = Date.UTC(2027, 0, 1)
      const clock = { now: () => nowMs, monotonic: () => nowMs }
      let runs = 0
      const start = () =>
        toolWorld([notesSkill], {
          confirmations: createConfirmations({ db, audit: testAudit, clock, randomBytes, seal }),
          reply: () => {
            runs += 1
            return { results: [] }
          },
        })
      let world = start()
      const questions: Question[] = []
      let successes = 0

      for (const { calls, waitMs, isRestart } of steps) {
        nowMs += waitMs
        if (isRestart) world = start()
        const before = questions.filter(({ used, until }) => !used && nowMs < until)
        const made = calls.map(({ text, who, says, spelling }) => {
          const named = typeof says === 'object' ? questions[says.id % Math.max(questions.length, 1)] : undefined
          return { key: `${who} ${text}`, text: `${text}${spelling}`, who, isClaim: says === 'confirmed', named }
        })
        const answers = await Promise.all(
          made.map(({ text, who, isClaim, named }) =>
            world.tools.handleSkillCall({
              name: 'keep_note',
              arguments: {
                text,
                ...(isClaim ? { confirmed: true } : {}),
                ...(named ? { confirmation_id: named.id } : {}),
              },
              caller: agentCaller('all', { id: who }),
              signal,
            }),
          ),
        )
        const outcomes = made.map((one, at) => ({ ...one, answer: answers[at] }))
        const ran = outcomes.filter(({ answer }) => answer?.status === 'success')
        successes += ran.length
        for (const { key, isClaim, named } of ran) {
          const open = before.filter((one) => one.key === key)
          if (named) expect(open).toContain(named)
          else expect(isClaim && open.some(({ from }) => from < nowMs)).toBe(true)
        }
        for (const key of new Set(made.map((one) => one.key))) {
          // Each run uses up a different confirmation.
          const ofKey = ran.filter((one) => one.key === key)
          expect(ofKey.length).toBeLessThanOrEqual(before.filter((one) => one.key === key).length)
          const named = ofKey.flatMap((one) => one.named ?? [])
          expect(new Set(named).size).toBe(named.length)
        }
        const [only, ...others] = outcomes
        if (only && others.length === 0) {
          const open = before.filter(({ key }) => key === only.key)
          const isDue = only.named ? open.includes(only.named) : only.isClaim && open.some(({ from }) => from < nowMs)
          expect(only.answer?.status).toBe(isDue ? 'success' : 'requires_confirmation')
        }
        for (const { key, named } of ran) {
          const taken = named ? [named] : before.filter((one) => one.key === key && one.from < nowMs)
          for (const one of taken) one.used = true
        }
        for (const { key, isClaim, answer } of outcomes) {
          if (answer?.status !== 'requires_confirmation') continue
          const from = nowMs + (isClaim ? askingMs : 0)
          questions.push({ id: answer.confirmation.id, key, from, until: nowMs + validMs, used: false })
        }
        expect(runs).toBe(successes)
      }
      acted += runs
    }),
    { numRuns: 60 },
  )
  // Without any run, the property would hold trivially.
  expect(acted).toBeGreaterThan(20)
})
