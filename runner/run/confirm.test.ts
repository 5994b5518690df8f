import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../contract/ids.ts'
import { judge, judgeNo, type Question, type QuestionedCall, validMs } from './confirm.ts'

const call: QuestionedCall = { digest: 'd', action: 'send', inputHash: 'h', principalId: 'ana' }
const now = 1_000_000_000
const idOf = () => newId('conf', (size) => crypto.getRandomValues(new Uint8Array(size)))

/** What a question may differ in from an open question about `call` that an unnamed yes answers. */
const faults = {
  'another release': { digest: 'e' },
  'another action': { action: 'erase' },
  'other arguments': { inputHash: 'i' },
  'another caller': { principalId: 'bob' },
  expired: { expiresAt: now },
  confirmed: { answer: 'given' },
  declined: { answer: 'declined' },
} as const satisfies Record<string, Partial<Question>>
/** Faults that concern only an answer without an id. */
const unnamedFaults = {
  'asked after the call arrived': { askedAt: now, unnamedFrom: now },
  'asked by a yes just before': { unnamedFrom: now },
} as const satisfies Record<string, Partial<Question>>

const nothingWrong: readonly Partial<Question>[] = []
const questionArbitrary = fc
  .record({
    wrong: fc.oneof(fc.constant(nothingWrong), fc.subarray(Object.values(faults))),
    unnamed: fc.oneof(fc.constant(nothingWrong), fc.subarray(Object.values(unnamedFaults))),
  })
  .map(({ wrong, unnamed }) => {
    const open = { id: idOf(), prompt: '', ...call, askedAt: now - 1, expiresAt: now + 1, unnamedFrom: now - 1 }
    const question: Question = Object.assign({ ...open, answer: undefined }, ...unnamed, ...wrong)
    return { question, isGood: wrong.length === 0, isGoodUnnamed: wrong.length === 0 && unnamed.length === 0 }
  })

test('a call runs exactly on a yes to an open question about it, and a yes closes all open questions about it', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(
      fc.array(questionArbitrary, { maxLength: 4 }),
      fc.option(fc.nat(4), { nil: undefined }),
      fc.constantFrom(true, false, undefined),
      (questions, at, confirmed) => {
        const stored = questions.map(({ question }) => question)
        const named = at === undefined ? undefined : (stored[at]?.id ?? idOf())
        const verdict = judge(stored, call, { named, confirmed }, { arrival: now, now })
        const answered = questions.filter(({ question, isGood, isGoodUnnamed }) =>
          named === undefined ? isGoodUnnamed : isGood && question.id === named,
        )
        seen.add(verdict.kind)
        expect(verdict.kind === 'yes').toBe(confirmed === true && answered.length > 0)
        if (verdict.kind === 'yes') {
          expect(verdict.closes).toEqual(questions.filter(({ isGood }) => isGood).map(({ question }) => question))
        }
        if (verdict.kind === 'asks') expect(named).toBeUndefined()
        if (verdict.kind === 'waits') {
          const { id } = verdict.confirmation
          if (named === undefined)
            expect(questions.some(({ question, isGood }) => isGood && question.id === id)).toBe(true)
          else expect([confirmed, id]).toEqual([undefined, named])
        }
        if (verdict.kind === 'done') {
          expect(confirmed).toBe(true)
          expect(verdict.question).toMatchObject(call)
        }
        if (named === undefined && confirmed === false) {
          const isAsked = questions.some(({ question, isGood }) => isGood && question.askedAt < now)
          if (isAsked) expect(verdict.kind).toBe('no')
        }
        if (verdict.kind === 'no') {
          expect(confirmed).toBe(false)
          for (const one of verdict.closes) {
            expect(one).toMatchObject({ principalId: call.principalId, answer: undefined })
            if (named !== undefined) expect(one.id).toBe(named)
          }
        }
      },
    ),
    { numRuns: 1000 },
  )
  expect([...seen].sort()).toEqual(['asks', 'done', 'no', 'refused', 'waits', 'yes'])
})

const openQuestion = (more: Partial<Question> = {}): Question => ({
  id: idOf(),
  prompt: 'Send it?',
  ...call,
  askedAt: now - 1,
  expiresAt: now + 1,
  unnamedFrom: now - 1,
  answer: undefined,
  ...more,
})

test.each<[keyof typeof faults, string]>([
  ['another release', 'question_release'],
  ['another action', 'question_arguments'],
  ['other arguments', 'question_arguments'],
  ['another caller', 'question_unknown'],
  ['expired', 'question_expired'],
  ['declined', 'question_declined'],
])('a yes to a question with the fault "%s" is refused with %s', (fault, reason) => {
  const question = openQuestion(faults[fault])
  const verdict = judge([question], call, { named: question.id, confirmed: true }, { arrival: now, now })
  expect(verdict).toEqual({ kind: 'refused', reason })
})

test('a no closes an open question of its principal, whatever call it is about, and no other', () => {
  for (const [fault, more] of Object.entries(faults)) {
    const question = openQuestion(more)
    const isOpen = fault.includes('another release') || fault.includes('action') || fault.includes('arguments')
    expect([fault, judgeNo(question, 'ana', now).kind]).toEqual([fault, isOpen ? 'no' : 'refused'])
  }
  expect(judgeNo(undefined, 'ana', now)).toEqual({ kind: 'refused', reason: 'question_unknown' })
})

const wait = fc.constantFrom(0, 1, 2_001, 60_000, validMs - 1)

test('however often and whenever a yes without an id is repeated after a yes, nothing runs again', () => {
  fc.assert(
    fc.property(fc.array(wait, { minLength: 1, maxLength: 30 }), (waits) => {
      let time = now
      const stored = [openQuestion({ answer: 'given', expiresAt: now + validMs })]
      for (const ms of waits) {
        time = Math.min(time + ms, now + validMs - 1)
        const verdict = judge(stored, call, { confirmed: true }, { arrival: time, now: time })
        expect(verdict).toEqual({ kind: 'done', question: stored[0] })
        expect(judge(stored, call, { confirmed: false }, { arrival: time, now: time })).toEqual({
          kind: 'refused',
          reason: 'question_used',
        })
      }
    }),
  )
})

test.each<[string, Partial<Question>[], boolean | undefined, number]>([
  ['without another question, after two seconds', [], true, now + 2_000],
  ['at once if the call said neither yes nor no', [], undefined, now],
  ['at once after a no', [], false, now],
  ['after two seconds, once the call was declined', [{ answer: 'declined' }], true, now + 2_000],
  ['at once, if a confirmed call says neither', [{ answer: 'given' }], undefined, now],
  ['at once, if a declined call says neither', [{ answer: 'declined' }], undefined, now],
  ['after two seconds, once that answer is forgotten', [{ answer: 'given', expiresAt: now }], true, now + 2_000],
  ['after two seconds, if another caller answered', [{ answer: 'given', principalId: 'bob' }], true, now + 2_000],
])('a yes that does not name its question counts %s', (_, stored, confirmed, unnamedFrom) => {
  const questions = stored.map((more) => openQuestion({ askedAt: now, ...more }))
  expect(judge(questions, call, { confirmed }, { arrival: now, now })).toEqual({
    kind: 'asks',
    question: { askedAt: now, expiresAt: now + validMs, unnamedFrom },
  })
})

test('of two answers to a call, the later one decides what a repeated yes gets', () => {
  const [yes, no] = [openQuestion({ answer: 'given' }), openQuestion({ answer: 'declined', expiresAt: now + 2 })]
  const repeated = (stored: readonly Question[]) => judge(stored, call, { confirmed: true }, { arrival: now, now }).kind
  expect([repeated([yes, no]), repeated([no, yes])]).toEqual(['asks', 'asks'])
  const later = { ...yes, expiresAt: now + 3 }
  expect([repeated([later, no]), repeated([no, later])]).toEqual(['done', 'done'])
})

test('a call never has two open questions, and the next yes or no without an id answers the one it has', () => {
  const said = fc.constantFrom(true, false, undefined)
  fc.assert(
    fc.property(fc.array(fc.tuple(said, wait), { minLength: 1, maxLength: 30 }), (calls) => {
      let time = now
      let stored: readonly Question[] = []
      const close = (closes: readonly Question[], answer: 'given' | 'declined') => {
        const ids = closes.map(({ id }) => id)
        stored = stored.map((one) => (ids.includes(one.id) ? { ...one, answer, expiresAt: time + validMs } : one))
      }
      for (const [confirmed, ms] of calls) {
        time += ms
        const open = stored.filter((one) => one.answer === undefined && time < one.expiresAt)
        expect(open.length).toBeLessThanOrEqual(1)
        const verdict = judge(stored, call, { confirmed }, { arrival: time, now: time })
        const [asked] = open
        if (asked && confirmed === true && asked.unnamedFrom < time) expect(verdict.kind).toBe('yes')
        else if (asked && confirmed === false && asked.askedAt < time) expect(verdict.kind).toBe('no')
        else if (asked) expect(verdict).toMatchObject({ kind: 'waits', confirmation: { id: asked.id } })
        else expect(verdict.kind).not.toBe('yes')
        if (verdict.kind === 'yes') close(verdict.closes, 'given')
        if (verdict.kind === 'no') close(verdict.closes, 'declined')
        if (verdict.kind === 'asks') stored = [...stored, openQuestion(verdict.question)]
      }
    }),
  )
})

test('a no, then a yes without an id, asks once more, and the yes to this question counts', () => {
  const stored = [openQuestion({ answer: 'declined', expiresAt: now + validMs })]
  const at = (time: number, confirmed?: boolean) => judge(stored, call, { confirmed }, { arrival: time, now: time })
  expect(at(now + 1, false)).toEqual({ kind: 'refused', reason: 'question_declined' })
  const asked = at(now + 1, true)
  if (asked.kind !== 'asks') throw new Error('not asked')
  stored.push(openQuestion(asked.question))
  expect([at(now + 2, true).kind, at(now + 2_002, true).kind]).toEqual(['waits', 'yes'])
})

test('a program that repeats its first `confirmed: true` within two seconds only asks; the yes counts later', () => {
  const asked = judge([], call, { confirmed: true }, { arrival: now, now })
  if (asked.kind !== 'asks') throw new Error('not asked')
  const stored = [openQuestion(asked.question)]
  const at = (time: number) => judge(stored, call, { confirmed: true }, { arrival: time, now: time }).kind
  expect([at(now), at(now + 2_000), at(now + 2_001)]).toEqual(['waits', 'waits', 'yes'])
})
