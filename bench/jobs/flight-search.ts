import { join } from 'node:path'
import { findProjectRoot } from '../../lib/platform/server/env/project-root.ts'
import { FlightParams } from '../../runner/contract/capabilities/flight-search.ts'
import type { LoadedSkill } from '../../runner/core/skill.ts'
import { bundleCodeOf } from '../../runner/core/testing/bundle-code.ts'
import { loadSkillFolder } from '../../runner/manifest/load-skill-folder.ts'

/**
 * The creation time of the provider's offers. It is far in the future, because the skill rejects past days, and some
 * subjects' clocks cannot be set.
 */
export const searchedAtMs = Date.UTC(2035, 5, 1, 12)

export const searchParams = {
  origin: 'SEA',
  destination: 'NRT',
  date: '2035-09-15',
  return_date: '2035-09-22',
  passengers: 1,
}

/** Loads the project's skill, bundled as for the app, and one search. */
export async function loadFlightSearch(offers: number) {
  const projectDir = findProjectRoot()
  const loaded = await loadSkillFolder(join(projectDir, 'skills/flight-search'), { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error(`flight-search does not load: ${loaded.problems[0]?.message}`)
  const skill: LoadedSkill = loaded.skill
  // Normalizes the params as the runner does, because a runtime receives validated params.
  const params = FlightParams.parse({ ...searchParams, max_results: offers })
  const input = { action: 'search_flights', params, config: {} }
  return { skill, code: bundleCodeOf(skill), input }
}
