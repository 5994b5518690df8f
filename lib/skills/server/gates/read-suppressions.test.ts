import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConfigError } from '#lib/platform/server/env/read-travel-config.ts'
import { readSuppressions, suppressionsFile } from './read-suppressions.ts'

const known = ['SENDS-DATA', 'FILE-BEYOND-BOUNDS']
async function read(text: string) {
  await using made = await mkdtempDisposable(join(tmpdir(), 'travel-suppressions-'))
  const folder = made.path
  const file = join(folder, suppressionsFile)
  await writeFile(file, text)
  return readSuppressions(file, known)
}
const entry = (rule: string) =>
  `- rule: ${rule}\n  skill: helper\n  reason: it runs in a lesson only\n  expires: 2027-01-31\n`

it('reads entries with a rule, a skill or digest, a reason and a last day', async () => {
  const shared = { rule: 'SENDS-DATA', reason: 'it runs in a lesson only', expires: '2027-01-31' }
  const digest = 'd'.repeat(64)
  const named = entry('SENDS-DATA')
  expect(await read(`${named}${named.replace('skill: helper', `digest: ${digest}`)}`)).toEqual([
    { ...shared, skill: 'helper' },
    { ...shared, digest },
  ])
})

it.each([
  ['no reason', '- rule: SENDS-DATA\n  skill: helper\n  expires: 2027-01-31\n'],
  ['no last day', '- rule: SENDS-DATA\n  skill: helper\n  reason: it runs in a lesson only\n'],
  ['neither skill nor digest', '- rule: SENDS-DATA\n  reason: it runs in a lesson only\n  expires: 2027-01-31\n'],
  ['an unknown rule', entry('SENDS-DATTA')],
  ['the rule for a skill that was not read completely', entry('FILE-BEYOND-BOUNDS')],
])('refuses the file for an entry with %s', async (_, text) => {
  await expect(read(text)).rejects.toThrow(ConfigError)
})
