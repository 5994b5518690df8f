import { SkillManifest } from '../contract/manifest.ts'
import type { SkillProgram } from '../core/skill.ts'
import type { RuntimeExecution } from './runtime.ts'

const about = { name: 'probe', version: '1.0.0', description: 'shows whether a runtime works', risk_level: 'low' }
const manifest = SkillManifest.parse(about)
/** Enough for a trivial program. */
const limits = { memoryMb: 32, cpus: 1, fuel: 100, outputKb: 4, hostCalls: 1, hostCallsInFlight: 1, responseKb: 1 }

/** An execution of a trivial program, which shows whether a runtime works. */
export function probeExecution(program: SkillProgram, timeoutMs: number): RuntimeExecution {
  return {
    id: 'probe',
    fairKey: 'the probe',
    skill: { manifest, tier: 'local', approved: manifest.permissions, digest: 'probe', program, folder: '/' },
    input: { action: 'probe', params: { answer: 42 }, config: {} },
    limits: { ...limits, timeoutMs },
    hosts: [],
    seed: '00'.repeat(16),
    nowMs: 0,
    secrets: {},
    host: {
      call: async () => ({ kind: 'end', code: 'CAPABILITY_DENIED', reason: 'the probe may make no other host calls' }),
    },
    signal: AbortSignal.timeout(timeoutMs),
  }
}
