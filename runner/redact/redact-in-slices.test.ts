import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor } from './redact.ts'
import { redactInSlices, redacting } from './redact-in-slices.ts'

const secrets = ['r3al-value-of-the-key-42', 'hunter22', 'aaaaaaaa\\%=&0000']
const redactor = createRedactor(secrets)

/** The signs and beginnings that a search stops at: digits of every encoding, escapes, marks of rules, parts of values. */
const parts = [
  ...[
    'a',
    'A',
    '0',
    '1',
    'f',
    '7',
    '=',
    '%',
    '&',
    '\\',
    '/',
    '+',
    '-',
    '_',
    '.',
    ' ',
    '\n',
    '"',
    '<',
    '~',
    '#',
    ';',
    '\0',
    'é',
  ],
  ...[
    '%4',
    '%41',
    '%25',
    '%2541',
    '%5c',
    '\\x',
    '\\u0041',
    '\\\\',
    '\\n',
    '\\\\n',
    '&#',
    '&#65;',
    '&amp;',
    '=4',
    '=41',
  ],
  ...['=\n', '=\r\n', '=0D=0A', '65 ', '0x41 ', '101 ', 'eyJ', 'AKIA', 'sk-', '-----BEGIN ', 'token=', 'password="'],
  ...[
    'bearer ',
    'authorization: ',
    '://',
    'cookie: ',
    'r3al',
    'r3al-val',
    'hunter2',
    'Zm9v',
    'aHVudGVy',
    '72616c',
    'AAAA',
  ],
]
const length = 24 * 1024
const filled = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** What each step has looked at, in units. */
function stepsOf(text: string): number[] {
  const steps: number[] = []
  const work = redacting(text, redactor)
  for (let step = work.next(); !step.done; step = work.next()) steps.push(Number(step.value ?? 0))
  return steps
}

/** A search takes 64 steps for a unit at most, in the text and in all that it decodes to; see `maxGrowth`. */
const mostForUnit = 2 * 64
/** In units: a block with its reach, and the text that rules search at once. */
const mostInStep = 64 * 1024

const expectBounded = (text: string) => {
  const steps = stepsOf(text)
  expect(Math.max(...steps)).toBeLessThanOrEqual(mostInStep)
  expect(steps.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(mostForUnit * text.length)
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
