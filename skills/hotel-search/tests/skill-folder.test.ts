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
    name: 'hotel-search',
    capability: 'C-HOTEL-SEARCH',
    risk_level: 'low',
    effects: ['read'],
    permissions: {
      network: { egress: ['api.amadeus.com'], methods: ['GET'] },
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
  expect(code.length).toBeLessThan(50_000)
})

const stay = { check_in: '2027-03-12', check_out: '2027-03-15' }
const valid = { place: 'PAR', ...stay }

test.each([
  {},
  { lat: 48.85, lon: 2.35, time_zone: 'Europe/Paris', radius_km: 300 },
  { adults: 2, rooms: 3, child_ages: [0, 17] },
  { stars: [], board: 'all_inclusive', free_cancellation: true, max_results: 1000 },
  { currency: 'EUR', price_min: 80, price_max: 200 },
])('its schema accepts %j', async (params) => {
  const validator = createInputValidator(await load(), { clock: { now: () => Date.parse('2026-11-20T12:00:00Z') } })
  expect(validator.validate('search_hotels', { ...valid, ...params })).toMatchObject({ ok: true })
})

test('its schema accepts one hotel', async () => {
  const validator = createInputValidator(await load(), { clock: { now: () => Date.parse('2026-11-20T12:00:00Z') } })
  expect(validator.validate('hotel_offers', { ...valid, hotel_id: 'ACPAR001', currency: 'EUR' })).toMatchObject({
    ok: true,
  })
  expect(validator.validate('hotel_offers', { ...valid, hotel_id: 'ACPAR0/1' }).ok).toBe(false)
})

test.each([
  [{ place: 'Paris' }, 'place'],
  [{ lat: 91 }, 'lat'],
  [{ radius_km: 0 }, 'radius_km'],
  [{ check_in: undefined }, 'check_in'],
  [{ check_out: '2027-02-30' }, 'check_out'],
  [{ adults: 0 }, 'adults'],
  [{ adults: 10 }, 'adults'],
  [{ rooms: 12 }, 'rooms'],
  [{ child_ages: 2 }, 'child_ages'],
  [{ child_ages: [null] }, 'child_ages.0'],
  [{ child_ages: [18] }, 'child_ages.0'],
  [{ stars: [6] }, 'stars.0'],
  [{ board: 'tea' }, 'board'],
  [{ price_min: 0 }, 'price_min'],
  [{ max_results: 1001 }, 'max_results'],
  [{ destination: 'PAR' }, 'destination'],
])('its schema refuses %j and names %s', async (params, field) => {
  const validator = createInputValidator(await load(), { clock: { now: () => Date.parse('2026-11-20T12:00:00Z') } })
  const checked = validator.validate('search_hotels', JSON.parse(JSON.stringify({ ...valid, ...params })))
  expect(checked.ok ? [] : Object.keys(checked.details)).toContain(field)
})
