import { expect, test } from 'vitest'
import { askInTurns, question } from './ask-in-turns.ts'
import type { Answered } from './process/open-subject.ts'

function subjectOf(name: string, order: string[], answers: Answered[]) {
  const ask = async (): Promise<Answered> => {
    order.push(name)
    return answers.shift() ?? { ok: false, reason: 'unexpected extra question' }
  }
  return { subject: { ask }, asked: question }
}
const done = (p50: number): Answered => ({ ok: true, values: { p50 }, answer: 'a' })

test('subjects take turns, and each result is the median of its rounds', async () => {
  const order: string[] = []
  const turns = [subjectOf('a', order, [done(1), done(9), done(2)]), subjectOf('b', order, [done(5), done(4), done(6)])]
  expect(await askInTurns(3, turns)).toEqual([done(2), done(5)])
  expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
})

test('a failed subject gets no further question and does not affect the others', async () => {
  const order: string[] = []
  const gone: Answered = { ok: false, reason: 'its process ended' }
  const turns = [subjectOf('a', order, [done(1), gone]), subjectOf('b', order, [done(5), done(4), done(6)])]
  expect(await askInTurns(3, turns)).toEqual([gone, done(5)])
  expect(order).toEqual(['a', 'b', 'a', 'b', 'b'])
})

test('a subject that gives two different answers to one question fails', async () => {
  const turns = [subjectOf('a', [], [done(1), { ok: true, values: { p50: 2 }, answer: 'b' }, done(3)])]
  expect(await askInTurns(3, turns)).toEqual([{ ok: false, reason: 'gave two answers to one question' }])
})
