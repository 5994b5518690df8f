import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabaseClient, type DatabaseClient } from '#lib/platform/server/db/client.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { createSeal } from '#lib/platform/server/secrets/aes-gcm.ts'
import { testAudit } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { createConfirmations } from '#lib/skills/server/invoking/confirmations.ts'
import { defaultConfig } from '#runner/contract/travel-config.ts'
import { createConfirmationDesk } from '../confirmations/confirmation-desk.ts'
import { type NoteCall, type NoteEnd, personDoors } from './testing/person-doors.ts'
import { notesSkill, toolWorld } from './testing/tool-world.ts'

// Calls of a skill that needs confirmation, through every door, with the questions in a database.

const validMs = 600_000
const askingMs = 2_000
const doorNames = ['route', 'call', 'mcp', 'agreeing', 'declining', 'realtime', 'page'] as const
type DoorName = (typeof doorNames)[number]
const unknownId = 'conf_0000000000000000000000'
const releases = [notesSkill, { ...notesSkill, digest: 'a later release' }] as const

let opened: AsyncDisposableStack
let db: DatabaseClient
let nowMs = 0
let acts = 0

beforeAll(async () => {
  opened = new AsyncDisposableStack()
  const database = opened.use(await createTestDatabase())
  db = createDatabaseClient(database.url)
  opened.defer(() => db.$disconnect())
})
afterAll(() => opened.disposeAsync())
beforeEach(begin)

async function begin() {
  await db.confirmation.deleteMany()
  nowMs = Date.UTC(2027, 0, 1)
  acts = 0
}

/** A process of the app, with its doors. */
function start(release: (typeof releases)[number] = notesSkill) {
  const clock = { now: () => nowMs, monotonic: () => nowMs }
  const seal = createSeal(new Uint8Array(32), randomBytes)
  const confirmations = createConfirmations({ db, audit: testAudit, clock, randomBytes, seal })
  const world = toolWorld([release], {
    confirmations,
    reply: () => {
      acts += 1
      return { results: [] }
    },
  })
  const { invoke, source: skills } = world
  const ports = { db, skills, invoke, confirmations, seal, config: defaultConfig, operatorName: undefined, clock }
  return { world, confirmations, doors: personDoors(world, createConfirmationDesk(ports)) }
}

/** A question of the model. `countsFrom`: `confirmed: true` without an id answers it only after this time. */
type Question = {
  id: string
  readonly who: string
  readonly text: string
  readonly release: string
  readonly at: number
  readonly countsFrom: number
  until: number
  answer?: 'question_used' | 'question_declined'
}

/** The rule, written a second time. */
function createModel() {
  let questions: Question[] = []
  /** The number of questions that only a person saw, so that no call can name them. */
  let unseen = 0
  const close = (closed: readonly Question[], answer: Question['answer']) => {
    for (const one of closed) Object.assign(one, { answer, until: nowMs + validMs })
  }
  const refused = (reason: string): NoteEnd => ({ kind: 'refused', reason })

  function call({ who, text, release, id, confirmed }: NoteCall & { readonly release: string }): NoteEnd {
    const same = questions.filter((one) => one.who === who && one.text === text && one.release === release)
    const open = same.filter((one) => one.answer === undefined && nowMs < one.until)
    if (id !== undefined) {
      const named = questions.find((one) => one.id === id && one.who === who)
      if (named === undefined) return refused('question_unknown')
      // These calls leave no stored result, which a repeated yes would get.
      const isRepeated = confirmed === true && named.text === text && named.release === release
      if (isRepeated && named.answer === 'question_used') named.until = nowMs + validMs
      if (named.answer !== undefined) return refused(named.answer)
      if (nowMs >= named.until) return refused('question_expired')
      if (confirmed === false) close([named], 'question_declined')
      if (confirmed === false) return refused('question_declined')
      if (named.release !== release) return refused('question_release')
      if (named.text !== text) return refused('question_arguments')
      if (confirmed === undefined) return { kind: 'asks', id }
    }
    const isYes = id !== undefined || open.some(({ at, countsFrom }) => Math.max(at, countsFrom) < nowMs)
    if (confirmed === true && isYes) {
      close(open, 'question_used')
      return { kind: 'acts' }
    }
    if (confirmed === false && open.some(({ at }) => at < nowMs)) {
      close(open, 'question_declined')
      return refused('question_declined')
    }
    const [waiting] = open
    if (waiting) return { kind: 'asks', id: waiting.id }
    const last = same
      .filter((one) => one.answer !== undefined && nowMs < one.until)
      .reduce<Question | undefined>((a, b) => (a && a.until >= b.until ? a : b), undefined)
    if (confirmed === true && last?.answer === 'question_used') last.until = nowMs + validMs
    if (confirmed === false && last?.answer) return refused(last.answer)
    if (confirmed === true && last?.answer === 'question_used') return refused(last.answer)
    const countsFrom = confirmed === true ? nowMs + askingMs : nowMs
    questions.push({ id: '', who, text, release, at: nowMs, countsFrom, until: nowMs + validMs })
    return { kind: 'asks', id: '' }
  }

  return {
    questions: () => questions,
    /** Gives the latest question its id. */
    named(id: string) {
      const latest = questions.at(-1)
      if (latest?.id === '') latest.id = id
    },
    forgetEnded() {
      questions = questions.filter(({ until }) => until >= nowMs)
    },
    /** What the door does with the call: it translates the call, and calls again with the person's answer. */
    through(door: DoorName, made: NoteCall & { readonly release: string }): NoteEnd {
      if (door === 'page') {
        const named = questions.find(({ id, who }) => id === made.id && who === made.who)
        const id = made.id ?? ''
        const end = call({ ...made, id, text: named?.text ?? '', confirmed: made.confirmed === true })
        if (named === undefined || end.kind !== 'refused' || end.reason !== 'question_release') return end
        close([named], 'question_declined')
        return call({ who: made.who, text: named.text, release: made.release })
      }
      if (door !== 'agreeing' && door !== 'declining') return call(made)
      // The model's own yes does not count, because the door asks the person.
      const asked = call(made.confirmed === true ? { ...made, confirmed: undefined } : made)
      if (asked.kind !== 'asks') return asked
      const at = questions.find(({ id }) => id === asked.id)
      unseen += 1
      if (at?.id === '') at.id = `unseen ${unseen}`
      return call({ ...made, id: at?.id, confirmed: door === 'agreeing' })
    },
  }
}

const stepArbitrary = fc.record({
  door: fc.constantFrom(...doorNames),
  who: fc.constantFrom('agent_x', 'agent_x', 'agent_x', 'agent_y'),
  text: fc.constantFrom('a', 'a', 'b'),
  /** Invisible characters after the text. They do not change the arguments. */
  spelling: fc.constantFrom('', '', '\u200b'),
  /** Which question the call names: none, one by its index, or one that does not exist. */
  named: fc.oneof(fc.constantFrom(...Array<'none'>(7).fill('none'), 'unknown' as const), fc.nat(20), fc.nat(20)),
  confirmed: fc.constantFrom(undefined, true, true, false),
  waitMs: fc.constantFrom(0, 1, 1, 1, askingMs, askingMs + 1, askingMs + 1, validMs - 1, validMs),
  isUpdate: fc.constantFrom(true, false, false, false),
  isSweep: fc.constantFrom(true, ...Array<boolean>(9).fill(false)),
})

test('through every door, in any order, an action runs once per question, for its call, while it is open, on a yes', async () => {
  let acted = 0
  const ends = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 8, maxLength: 14 }), async (steps) => {
      await begin()
      const model = createModel()
      let release: (typeof releases)[number] = releases[0]
      let app = start(release)
      for (const { door, who, text, spelling, named, confirmed, waitMs, isUpdate, isSweep } of steps) {
        nowMs += waitMs
        if (isUpdate) {
          release = release === releases[0] ? releases[1] : releases[0]
          app = start(release)
        }
        if (isSweep) {
          await app.confirmations.removeExpired()
          model.forgetEnded()
        }
        const known = model.questions().filter(({ id }) => !id.startsWith('unseen'))
        const picked = typeof named === 'number' ? known[named % Math.max(known.length, 1)]?.id : undefined
        const id = named === 'unknown' ? unknownId : (picked ?? (door === 'page' ? unknownId : undefined))
        const cleans = door !== 'route' && door !== 'page'
        const call = { who, text, id, confirmed }
        const expected = model.through(door, { ...call, release: release.digest })
        const before = acts
        const end = await app.doors[door]({ ...call, text: cleans ? `${text}${spelling}` : text })
        expect({ kind: end.kind, reason: Object(end).reason }).toEqual({
          kind: expected.kind,
          reason: Object(expected).reason,
        })
        expect(acts - before).toBe(expected.kind === 'acts' ? 1 : 0)
        if (end.kind === 'asks' && expected.kind === 'asks') {
          if (expected.id !== '') expect(end.id).toBe(expected.id)
          model.named(end.id)
        }
        ends.add(expected.kind === 'refused' ? expected.reason : expected.kind)
      }
      acted += acts
    }),
    { numRuns: 32 },
  )
  // Without these ends, the property would hold trivially.
  expect(acted).toBeGreaterThan(20)
  expect([...ends].sort()).toEqual([
    'acts',
    'asks',
    'question_arguments',
    'question_declined',
    'question_expired',
    'question_release',
    'question_unknown',
    'question_used',
  ])
})

const answering = doorNames.filter((door) => door !== 'agreeing' && door !== 'declining')

test('of any number of answers at once, through any doors, at most one acts, and their repetition never acts again', async () => {
  const answer = fc.record({ door: fc.constantFrom(...answering), isNamed: fc.boolean(), confirmed: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.array(answer, { minLength: 2, maxLength: 8 }),
      fc.constantFrom(1, 1, 2),
      fc.constantFrom(1, askingMs + 1, validMs / 2),
      async (answers, questions, waitMs) => {
        await begin()
        const [first, second] = [start(), start()]
        const ids: string[] = []
        for (let n = 0; n < questions; n += 1) {
          const end = await first.doors.call({ who: 'agent_x', text: 'a' })
          if (end.kind !== 'asks') throw new Error('not asked')
          ids.push(end.id)
        }
        const answerAll = () =>
          Promise.all(
            answers.map(({ door, isNamed, confirmed }, at) => {
              const id = isNamed || door === 'page' ? ids[at % ids.length] : undefined
              const { doors } = at % 2 === 0 ? first : second
              return doors[door]({ who: 'agent_x', text: 'a', id, confirmed })
            }),
          )
        nowMs += waitMs
        const ends = await answerAll()
        expect(acts).toBe(ends.filter(({ kind }) => kind === 'acts').length)
        expect(acts).toBeLessThanOrEqual(1)
        const said = new Set(answers.map(({ confirmed }) => confirmed))
        if (!said.has(false)) expect(acts).toBe(1)
        if (!said.has(true)) expect(acts).toBe(0)
        for (let repetition = 0; repetition < 4; repetition += 1) {
          nowMs += waitMs
          await answerAll()
        }
        // After a no, a later yes counts, once.
        expect(acts).toBeLessThanOrEqual(1)
        if (!said.has(false)) expect(acts).toBe(1)
      },
    ),
    { numRuns: 12 },
  )
})
