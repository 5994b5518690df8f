import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixedSkills } from '../core/fixed-skills.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { stepProblems } from '../manifest/check-steps.ts'
import { composeSteps } from '../manifest/compose-skill.ts'
import { loadSkillFolder } from '../manifest/load-skill-folder.ts'
import { hotelResult } from '../testing/results.ts'
import { fakeRuntime, runnerWith } from '../testing/runner-fixture.ts'

const projectDir = join(import.meta.dirname, '../..')
async function load(folder: string): Promise<LoadedSkill> {
  const loaded = await loadSkillFolder(join(projectDir, folder), { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.skill
}

test('the example of a skill of steps fits the skill that it names, and returns the offers of the first hotel', async () => {
  const [own, hotels] = await Promise.all([load('docs/examples/first-hotel-rooms'), load('skills/hotel-search')])
  expect(stepProblems(own.manifest, () => hotels.manifest)).toEqual([])
  const skill = composeSteps(own, [hotels, hotels])
  const asked: unknown[] = []
  const runner = runnerWith(skill.manifest, {
    skills: fixedSkills(skill, hotels),
    clock: { now: () => Date.UTC(2027, 0, 1), monotonic: () => performance.now() },
    runtimes: [
      fakeRuntime(async ({ input: { action, params } }) => {
        asked.push([action, params.hotel_id ?? params.max_results])
        const offers = [hotelResult(), hotelResult({ id: 'OFFER2' })]
        return {
          kind: 'returned',
          value: { results: action === 'hotel_offers' ? offers : [hotelResult()] },
          fuelUsed: 0,
        }
      }),
    ],
  })
  const params = { place: 'PAR', check_in: '2027-03-12', check_out: '2027-03-15' }
  const output = await runner.execute('first-hotel-rooms', { action: 'list_rooms', params, config: {} })
  expect(output).toMatchObject({ status: 'success', results: [{ id: 'OFFER1' }, { id: 'OFFER2' }] })
  expect(asked).toEqual([
    ['search_hotels', 20],
    ['hotel_offers', 'ACPAR001'],
  ])
})
