import { createHash } from 'node:crypto'
import { SkillManifest } from '#runner/contract/manifest.ts'
import { loadedSkill } from '#runner/testing/runner-fixture.ts'

const manifest = SkillManifest.parse({
  name: 'endless',
  version: '0.1.0',
  description: 'never ends by itself',
  risk_level: 'low',
  runtimes: ['container'],
  limits: { timeout_ms: 120_000, memory_mb: 32, cpus: 0.1 },
})
const code = '(() => { globalThis.__skill = () => { for (;;); } })()'

/** Runs in a container until it is killed. */
export const endlessSkill = loadedSkill(manifest, code, createHash('sha256').update(code).digest('hex'))
