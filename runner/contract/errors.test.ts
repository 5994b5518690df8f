import { expect, test } from 'vitest'
import { sentenceOf } from './errors.ts'

test('an error sentence ends with exactly one punctuation mark, even if the detail is a question', () => {
  expect(sentenceOf('INVALID_INPUT', { detail: 'action: did you mean rates?' })).toMatch(/did you mean rates\?$/)
  expect(sentenceOf('INVALID_INPUT', { detail: 'base must be text' })).toMatch(/base must be text\.$/)
})
