import { inspect } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

/**
 * An unexpected `console.error` fails the test. A test that expects one mocks it:
 * `const errors = vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
const original = console.error
const seen: string[] = []

beforeEach(() => {
  seen.length = 0
  console.error = (...args: unknown[]) => {
    seen.push(args.map((arg) => (typeof arg === 'string' ? arg : inspect(arg))).join(' '))
    original(...args)
  }
})

afterEach(() => {
  console.error = original
  if (seen.length > 0) throw new Error(`console.error was called, and the test does not expect it: ${seen.join('\n')}`)
})
