import { expect, test } from 'vitest'
import { commandName, travelCommand } from './travel-command.ts'

test('a clone names the script of npm, and a copy without a lock file the installed command', () => {
  expect(travelCommand('audit verify')).toBe('npm run travel -- audit verify')
  expect(commandName(import.meta.dirname)).toBe('travel')
})
