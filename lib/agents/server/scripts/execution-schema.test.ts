import { expect, test } from 'vitest'
import { guessNote } from './execution-schema.ts'

test.each([
  ['python', 'javascript', 'Python'],
  ['javascript', 'python', 'JavaScript'],
] as const)('the note about a script that was guessed to be %s says how to run it as %s', (guessed, other, name) => {
  expect(guessNote(guessed)).toBe(
    `The script is valid JavaScript and Python, and runs as ${name}. Send "language": "${other}" to run it in the other one.`,
  )
})
