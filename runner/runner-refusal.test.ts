import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { SkillManifest } from './contract/manifest.ts'
import { engineOf, type LogLine, realClock, recordingLog } from './egress/testing/engine-fixture.ts'
import { fixedSkills } from './fixed-skills.ts'
import { createRunner } from './runner.ts'

const manifest = SkillManifest.parse({
  name: 'probe',
  version: '1.0.0',
  description: 'a test',
  risk_level: 'low',
  runtimes: ['container'],
})

it('why a skill is refused stands in the log, and not in what the caller is told', async () => {
  const lines: LogLine[] = []
  const log = recordingLog(lines)
  await using egress = engineOf({ log })
  const program = { kind: 'bundle', code: '' } as const
  const skill = {
    manifest,
    tier: 'local',
    approved: manifest.permissions,
    digest: 'd',
    program,
    folder: '/nowhere',
  } as const
  const runner = createRunner({
    skills: fixedSkills(skill),
    runtimes: [],
    egress,
    timeOffsets: () => ({ ok: true, offsets: [] }),
    store: { started: async () => undefined, finished: async () => undefined },
    clock: realClock,
    randomBytes,
    log,
  })
  const output = await runner.execute('probe', { action: 'run', params: {}, config: {} })
  expect(output).toMatchObject({ error: { code: 'RUNTIME_UNAVAILABLE' } })
  const detail = 'asked for container; container: there is none here'
  expect(lines).toMatchObject([{ message: 'skill was refused', fields: { skill: 'probe', detail } }])
  expect(JSON.stringify(output)).not.toContain('asked for')
})
