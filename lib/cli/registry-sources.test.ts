import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runHere } from './testing/run-command.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'travel-registry-'))
  file = join(folder, 'travel.config.json')
  writeFileSync(file, '{ "skills": { "flight-search": { "enabled": false } } }')
})
afterEach(() => rmSync(folder, { recursive: true }))

const run = (...args: readonly string[]) => runHere(['registry', ...args], { TRAVEL_CONFIG: file })
const stored = () => JSON.parse(readFileSync(file, 'utf8'))
const key = 'k'.repeat(43)

test('sources are added, removed and trusted by command, and the rest of the configuration stays', async () => {
  expect(await run('add', 'team', 'registry:https://skills.example.com/index.json')).toMatchObject({ code: 0 })
  expect(await run('remove', 'awesome-claude-skills')).toMatchObject({ code: 0 })
  expect(await run('trust', key)).toMatchObject({ code: 0 })
  expect(await run('trust', 'acme/tools')).toMatchObject({ code: 0 })
  expect(await run('trust', 'github:acme/tools')).toMatchObject({ code: 0 })
  expect(stored()).toEqual({
    skills: { 'flight-search': { enabled: false } },
    skillSources: {
      add: { team: 'registry:https://skills.example.com/index.json' },
      remove: ['awesome-claude-skills'],
      trustedPublishers: [key],
      trustedSources: ['github:acme/tools'],
    },
  })
  expect(JSON.parse((await run('list', '--json')).out)).toMatchObject({
    sources: [{ name: 'team' }, { name: 'skills.sh' }, { name: 'skills.sh' }],
    trusted_publishers: [key],
    trusted_sources: ['github:acme/tools'],
  })
  for (const args of [
    ['remove', 'team'],
    ['add', 'awesome-claude-skills'],
    ['distrust', key],
    ['distrust', 'acme/tools'],
  ]) {
    expect(await run(...args)).toMatchObject({ code: 0 })
  }
  expect(stored()).toEqual({ skills: { 'flight-search': { enabled: false } }, skillSources: {} })
})

test.each([
  [['add', 'team', 'nowhere'], 'skillSources.add.team: is not a source'],
  [['add', 'team', 'registry:./reg'], 'is a folder'],
  [['add', 'Team', 'acme/tools'], 'Team'],
  [['add', 'team'], 'is not a removed preset'],
  [['remove', 'skils.sh'], 'did you mean skills.sh?'],
  [['trust', 'http://example.com/a.zip'], 'is not a source'],
  [['distrust', key], 'is not trusted here'],
])('registry %j writes nothing and says why', async (args, said) => {
  const before = readFileSync(file, 'utf8')
  const end = await run(...args)
  expect(end.code).not.toBe(0)
  expect(end.err).toContain(said)
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(readdirSync(folder)).toEqual(['travel.config.json'])
})
