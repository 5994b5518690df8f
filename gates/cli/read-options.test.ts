import { expect, it } from 'vitest'
import { readOptions } from './read-options.ts'

const scenarios = 'gates/scenarios'

it.each([
  [[], 'Name at least one skill folder.'],
  [['--gate', 'none', scenarios], '--gate: none is not a gate.'],
  [['--json', '--sarif', scenarios], 'Name one of --json and --sarif.'],
  [['no-such-folder'], 'no-such-folder is not a folder'],
  [['--verbose', scenarios], '--verbose'],
])('refuses the arguments %j with the remedy', async (args, message) => {
  await expect(readOptions(args)).rejects.toThrow(message)
})
