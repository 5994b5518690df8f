import * as z from 'zod'
import { SkillManifest } from '../../contract/manifest.ts'
import type { RuntimeExecution, RuntimeOutcome } from '../runtime.ts'
import type { EgressMode } from './messages.ts'

/** The kernel reports that no route exists, which is stronger than no answer. */
const unreachable = z.enum(['ENETUNREACH', 'EHOSTUNREACH'])

/** Required findings of the probe in a container: its host call was answered, and there is no other way out. */
const findings: Readonly<Record<EgressMode, z.ZodType>> = {
  socket: z.object({ call: z.literal(200), addresses: z.tuple([]), outside: unreachable }),
  bridge: z.object({ call: z.literal(200), addresses: z.tuple([z.ipv4()]), outside: unreachable, host: unreachable }),
}

const manifest = SkillManifest.parse({
  name: 'probe',
  version: '0.1.0',
  description: 'tests the container runtime',
  risk_level: 'low',
})

/** A real execution whose program is `probe-inside.mjs` or an equivalent. */
export function probeExecution(timeoutMs: number): RuntimeExecution {
  return {
    id: 'probe',
    skill: {
      manifest,
      tier: 'local',
      approved: manifest.permissions,
      digest: 'probe',
      program: { kind: 'bundle', language: 'javascript', code: '' },
      folder: '/',
    },
    input: { action: 'probe', params: {}, config: {} },
    limits: {
      timeoutMs,
      memoryMb: 32,
      cpus: 1,
      fuel: 1,
      outputKb: 4,
      hostCalls: 1,
      hostCallsInFlight: 1,
      responseKb: 1,
    },
    hosts: [],
    seed: new Uint8Array(16),
    nowMs: 0,
    secrets: {},
    host: {
      call: async (op) =>
        op === 'time.offset' || op === 'console.log'
          ? { kind: 'value', value: op === 'time.offset' ? [] : null }
          : { kind: 'end', code: 'CAPABILITY_DENIED', reason: 'the probe may make no other host calls' },
    },
    signal: AbortSignal.timeout(timeoutMs),
  }
}

/** Why the probe failed; undefined: it succeeded. */
export function probeFailure(outcome: RuntimeOutcome, egress: EgressMode): string | undefined {
  if (outcome.kind === 'suspended') return 'it waits for an external answer'
  return outcome.kind === 'returned' ? problemOf(outcome.value, egress) : `${outcome.code}: ${outcome.detail}`
}

/** Why these findings are not acceptable; undefined: they are. */
export function problemOf(found: unknown, egress: EgressMode): string | undefined {
  const parsed = findings[egress].safeParse(found)
  return parsed.success
    ? undefined
    : `the container is not isolated, or cannot reach its gateway: ${JSON.stringify(found)}`
}
