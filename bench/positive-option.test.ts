import { expect, test } from 'vitest'
import { positiveOption } from './positive-option.ts'

test('takes a number above 0, and knows an option that was not given', () => {
  expect(positiveOption('minutes', '5')).toBe(5)
  expect(positiveOption('minutes', '0.5')).toBe(0.5)
  expect(positiveOption('minutes', undefined)).toBeUndefined()
})

test.each(['0', '-1', 'x', '', 'Infinity', '5m'])('names the option, the value %j and the remedy', (given) => {
  expect(() => positiveOption('agents', given)).toThrow(
    `--agents ${given} is not a number above 0: write it as in --agents 5.`,
  )
})
