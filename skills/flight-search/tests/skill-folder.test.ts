import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { bundleCodeOf } from '#runner/core/testing/bundle-code.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { createInputValidator } from '#runner/manifest/validate-input.ts'

const projectDir = fileURLToPath(new URL('../../..', import.meta.url))
const folder = fileURLToPath(new URL('..', import.meta.url))

async function load() {
  const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.skill
}

test('the folder is a skill that reaches only its provider', async () => {
  const { manifest } = await load()
  expect(manifest).toMatchObject({
    name: 'flight-search',
    capability: 'C-FLIGHT-SEARCH',
    risk_level: 'low',
    effects: ['read'],
    permissions: {
      network: { egress: ['api.amadeus.com'], methods: ['GET', 'POST'] },
      filesystem: { read: [], write: [] },
      exec: [],
      llm: false,
      memory: false,
      messages: false,
    },
  })
})

test('SKILL.md agrees with the manifest, in the agent skills front matter format', async () => {
  const { manifest } = await load()
  const [, frontMatter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(join(folder, 'SKILL.md'), 'utf8')) ?? []
  const { name, description, license, compatibility, metadata, ...others } = parse(frontMatter)
  expect([name, metadata.version, metadata.capability]).toEqual([manifest.name, manifest.version, manifest.capability])
  expect([description, license, compatibility].every((text) => typeof text === 'string' && text.length <= 1024)).toBe(
    true,
  )
  expect(others).toEqual({})
})

test('its code is small and bundles no library', async () => {
  const code = bundleCodeOf(await load())
  // The bundler names the file of each part in a comment.
  expect(code).toContain('// skill:src/main.ts')
  expect(code).not.toContain('node_modules/')
  expect(code.length).toBeLessThan(40_000)
})

const valid = { origin: 'SEA', destination: 'NRT', date: '2027-03-15' }

test.each([
  {},
  { return_date: null },
  { return_date: '2027-03-25' },
  { passengers: 2 },
  { passengers: { adults: 2, children: 1, infants: 1 } },
  { cabin: 'business', non_stop: true, currency: 'EUR', max_results: 250 },
])('its schema accepts %j', async (params) => {
  const validator = createInputValidator(await load(), { clock: { now: () => Date.parse('2026-11-20T12:00:00Z') } })
  expect(validator.validate('search_flights', { ...valid, ...params }).ok).toBe(true)
})

test('its schema accepts up to six slices', async () => {
  const validator = createInputValidator(await load(), { clock: { now: () => Date.parse('2026-11-20T12:00:00Z') } })
  const slices = Array.from({ length: 6 }, (_, at) => ({ ...valid, date: `2027-03-1${at}` }))
  expect(validator.validate('search_flights', { slices }).ok).toBe(true)
})

test.each([
  [{ origin: 'Seattle' }, 'origin'],
  [{ destination: undefined }, 'destination'],
  [{ date: '15.03.2027' }, 'date'],
  [{ date: '2027-02-30' }, 'date'],
  [{ return_date: 'never' }, 'return_date'],
  [{ passengers: 10 }, 'passengers'],
  [{ passengers: '2' }, 'passengers'],
  [{ passengers: { adults: 0 } }, 'passengers.adults'],
  [{ cabin: 'eco' }, 'cabin'],
  [{ non_stop: 'yes' }, 'non_stop'],
  [{ currency: 'usd' }, 'currency'],
  [{ max_results: 251 }, 'max_results'],
  [{ from: 'SEA' }, 'from'],
])('its schema refuses %j and names %s', async (params, field) => {
  const validator = createInputValidator(await load(), { clock: { now: () => Date.parse('2026-11-20T12:00:00Z') } })
  const checked = validator.validate('search_flights', JSON.parse(JSON.stringify({ ...valid, ...params })))
  expect(checked.ok ? [] : Object.keys(checked.details)).toContain(field)
})
