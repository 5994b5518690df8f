import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { inDays } from '#lib/travel/model/testing-dates.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { compose } from './compose.ts'

const projectRoot = findProjectRoot()
const input = {
  action: 'search_flights',
  params: { origin: 'SEA', destination: 'NRT', date: inDays(42), passengers: 1, cabin: 'economy' },
  config: {},
}

test('an app with bad approved entries runs the other skills and names what is left out; without a list it runs none', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-left-out-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const skillsDir = join(folder, 'skills')
  const list = join(skillsDir, 'SKILL_MANIFEST.json')
  await cp(join(projectRoot, 'skills', 'flight-search'), join(skillsDir, 'flight-search'), { recursive: true })
  await mkdir(join(skillsDir, 'malformed'))
  await writeFile(join(skillsDir, 'malformed', 'skill.yaml'), 'name: [')
  await writeFile(list, JSON.stringify({ approvedSkills: ['flight-search', 'ghost', '../lib', 'malformed'] }, null, 2))
  const env = readEnv({
    ...stack.use(await createCheckedDatabase()).settings,
    TRAVEL_DATA_DIR: join(folder, 'data'),
    TRAVEL_WORKERS: '1',
    TRAVEL_CONTAINER_RUNTIME: 'off',
  })
  const start = () => compose({ env, projectRoot, skillsDir, log: createLogger({ level: 'silent' }) })
  const search = ({ invokeSkill }: Awaited<ReturnType<typeof start>>) =>
    invokeSkill({
      ...{ skill: 'flight-search', input, fresh: true },
      ...contextOf(publicPrincipal),
      signal: new AbortController().signal,
    })
  {
    await using app = await start()
    expect(await app.skills.problems()).toMatchObject([
      { file: list, line: 4, path: 'approvedSkills[1]', message: 'approves "ghost", which is not a folder' },
      { file: list, line: 5, path: 'approvedSkills[2]', message: 'is "../lib", which is not the name of a skill' },
      { file: join(skillsDir, 'malformed', 'skill.yaml'), line: 1 },
    ])
    expect(await app.health()).toMatchObject({ status: 'ok' })
    expect(await search(app)).toMatchObject({ kind: 'answered', output: { status: 'success' } })
  }
  // Not even the stored release runs.
  await rm(list)
  await using app = await start()
  expect(await app.skills.problems()).toMatchObject([
    { message: 'is missing or unreadable, so that no skill is loaded' },
  ])
  expect(await app.health()).toMatchObject({ status: 'ok' })
  expect(await search(app)).not.toMatchObject({ output: { status: 'success' } })
})
