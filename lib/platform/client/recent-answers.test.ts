import { expect, it } from 'vitest'
import { createRecentAnswers } from './recent-answers.ts'

const minutes = (count: number) => count * 60_000

it('answers from memory for five minutes', () => {
  let now = 0
  const answers = createRecentAnswers<string>(() => now, 2)
  expect(answers.recall('a')).toBeUndefined()
  answers.keep('a', 'first')
  now = minutes(5) - 1
  expect(answers.recall('a')).toBe('first')
  now = minutes(5)
  expect(answers.recall('a')).toBeUndefined()
})

it('counts the five minutes from the last answer', () => {
  let now = 0
  const answers = createRecentAnswers<string>(() => now, 2)
  answers.keep('a', 'first')
  now = minutes(4)
  answers.keep('a', 'second')
  now = minutes(8)
  expect(answers.recall('a')).toBe('second')
})

it('forgets the oldest answer when there are too many', () => {
  const answers = createRecentAnswers<string>(() => 0, 2)
  for (const question of ['a', 'b', 'a', 'c']) answers.keep(question, question)
  expect(['a', 'b', 'c'].map(answers.recall)).toEqual(['a', undefined, 'c'])
})
