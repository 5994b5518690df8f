import type { HostSeam } from '../../runner/contract/host-seam.ts'
import { SkillManifest } from '../../runner/contract/manifest.ts'
import type { Json } from '../../runner/contract/skill-io.ts'
import type { RuntimeExecution, RuntimeOutcome } from '../../runner/runtimes/runtime.ts'
import { type loadFlightSearch, searchedAtMs } from './flight-search.ts'
import { helloCode, helloInput } from './hello.ts'

const manifest = SkillManifest.parse({ name: 'hello', version: '0.1.0', description: 'says hello', risk_level: 'low' })
const never = new AbortController().signal

export const helloExecution: RuntimeExecution = {
  id: 'exec_hello',
  skill: {
    manifest,
    tier: 'local',
    approved: manifest.permissions,
    digest: 'hello',
    program: { kind: 'bundle', language: 'javascript', code: helloCode },
    folder: '.',
  },
  input: helloInput,
  limits: {
    timeoutMs: 1000,
    memoryMb: 32,
    cpus: 1,
    fuel: 100,
    outputKb: 64,
    hostCalls: 0,
    hostCallsInFlight: 1,
    responseKb: 1,
  },
  hosts: [],
  seed: '00'.repeat(16),
  nowMs: 0,
  secrets: {},
  host: { call: async () => ({ kind: 'end', code: 'CAPABILITY_DENIED', reason: 'hello makes no host calls' }) },
  signal: never,
}

/** One search by flight-search, with the limits of its manifest. */
export function searchExecution(
  { skill, input }: Awaited<ReturnType<typeof loadFlightSearch>>,
  host: HostSeam,
): RuntimeExecution {
  return {
    id: 'exec_search',
    skill,
    input,
    limits: {
      timeoutMs: 15_000,
      memoryMb: 64,
      cpus: 0.5,
      fuel: 5000,
      outputKb: 2048,
      hostCalls: 64,
      hostCallsInFlight: 8,
      responseKb: 8192,
    },
    hosts: skill.manifest.permissions.network.egress,
    seed: '00'.repeat(16),
    nowMs: searchedAtMs,
    secrets: {},
    host,
    signal: never,
  }
}

/** The skill's result. Throws if the execution failed. */
export function returnedBy(outcome: RuntimeOutcome): Json {
  if (outcome.kind === 'returned') return outcome.value
  throw new Error(JSON.stringify(outcome))
}
