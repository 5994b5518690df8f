import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor } from './redact.ts'
import { redactInSlices, redacting, redactingText } from './redact-in-slices.ts'
import { costlyParts as parts } from './testing/costly-parts.ts'

const secrets = ['r3al-value-of-the-key-42', 'hunter22', 'aaaaaaaa\\%=&0000']
const redactor = createRedactor(secrets)

const length = 24 * 1024
const filled = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** What each step has looked at, in units. */
function stepsOf(work: Generator<unknown>): number[] {
  const steps: number[] = []
  for (let step = work.next(); !step.done; step = work.next()) steps.push(Number(step.value ?? 0))
  return steps
}

const linesOf = (text: string) => text.match(/.{1,100}/gs) ?? []
/** What redacts a result, a text of a log, and printed lines. The lines are searched with and without their breaks. */
const kinds: readonly (readonly [passes: number, work: (text: string) => Generator<unknown>])[] = [
  [1, (text) => redacting(text, redactor)],
  [1, (text) => redactingText(text, redactor)],
  [2, (text) => redactor.lines(linesOf(text))],
  [2, (text) => redactor.openLines(linesOf(text))],
]

/** A search takes 64 steps for a unit at most, in the text and in all that it decodes to; see `maxGrowth`. */
const mostForUnit = 2 * 64
/** In units: a block with its reach, and the text that rules search at once. */
const mostInStep = 64 * 1024

const expectBounded = (text: string) => {
  for (const [passes, work] of kinds) {
    const steps = stepsOf(work(text))
    expect(Math.max(...steps)).toBeLessThanOrEqual(mostInStep)
    expect(steps.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(passes * mostForUnit * text.length)
  }
}

test.each(parts)('a text of repeated %j takes bounded steps, and their sum grows with its length', (part) => {
  expectBounded(filled(part))
})

test('runs, near-repeats and mixtures of escapes, digits and marks take bounded steps', () => {
  const run = fc.tuple(fc.constantFrom(...parts), fc.constantFrom(1, 1, 2, 3, 8, 64, 300, 3000))
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 6 }), (runs) => {
      expectBounded(filled(runs.map(([part, count]) => part.repeat(count)).join('')))
    }),
    { numRuns: 60 },
  )
})

test('a chain of soft line breaks neither ends the search nor hides a value after it', async () => {
  for (const part of ['=\n', '\\\\n', '\\\n']) {
    const text = part.repeat(8 * 1024)
    expect(await redactInSlices(text, redactor)).toBe(text)
    expect(await redactInSlices(`${text} ${secrets[0]}`, redactor)).toBe(`${text} [REDACTED...y-42]`)
  }
})

test('text that holds no value is never masked for its cost', async () => {
  const alone = createRedactor(['r3al-value-of-the-key-42'])
  for (const part of parts) {
    const text = filled(part)
    expect(await redactInSlices(text, alone.known)).toBe(text)
  }
})
