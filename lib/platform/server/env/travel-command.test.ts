import { expect, test } from 'vitest'
import { commandNameIn, travelCommand } from './travel-command.ts'

test('a clone names the script of npm, and a copy without a lock file the installed command', () => {
  expect(travelCommand('audit verify')).toBe('npm run travel -- audit verify')
  expect(commandNameIn(import.meta.dirname)).toBe('travel')
})
