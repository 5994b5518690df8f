import { expect, test } from 'vitest'
import { generateAnswer } from './generate-answer.ts'

test('an answer has the requested number of offers with unique ids, and is deterministic', async () => {
  const text = await generateAnswer(60)
  const { data, meta } = JSON.parse(text)
  expect(data).toHaveLength(60)
  expect(meta).toEqual({ count: 60 })
  expect(new Set(data.map(({ id }: { id: string }) => id)).size).toBe(60)
  expect(await generateAnswer(60)).toBe(text)
})
