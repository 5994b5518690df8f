import { createHash } from 'node:crypto'
import type { HostSeam } from '../../runner/contract/host-seam.ts'
import { SkillManifest } from '../../runner/contract/manifest.ts'
import type { Json } from '../../runner/contract/skill-io.ts'
import type { RuntimeExecution } from '../../runner/runtimes/runtime.ts'
import { returnedBy } from './executions.ts'
import { offersText, offersUrl } from './python-programs.ts'

const manifest = SkillManifest.parse({ name: 'probe', version: '0.1.0', description: 'a program', risk_level: 'low' })
const never = new AbortController().signal
const body = Buffer.from(offersText)
const printed = { kind: 'value', value: null } as const

/** Answers requests with the offers, when `ready` says so, and takes what is printed. */
export const offersHost = (ready: () => Promise<void> | undefined = () => undefined): HostSeam => ({
  call: async (op) => {
    if (op === 'console.log') return printed
    if (op !== 'fetch') return { kind: 'end', code: 'CAPABILITY_DENIED', reason: `the program must not call ${op}` }
    await ready()
    return { kind: 'value', value: { status: 200, url: offersUrl, headers: [] }, body }
  },
})

export function pythonExecution(code: string, host: HostSeam = offersHost()): RuntimeExecution {
  const digest = createHash('sha256').update(code).digest('hex')
  const program = { kind: 'bundle', language: 'python', code } as const
  return {
    id: 'exec_python',
    skill: { manifest, tier: 'local', approved: manifest.permissions, digest, program, folder: '.' },
    input: { action: 'probe', params: {}, config: {} },
    limits: {
      timeoutMs: 60_000,
      memoryMb: 64,
      cpus: 1,
      fuel: 5000,
      outputKb: 64,
      hostCalls: 8,
      hostCallsInFlight: 8,
      responseKb: 64,
    },
    hosts: [new URL(offersUrl).host],
    seed: '00'.repeat(16),
    nowMs: 0,
    secrets: {},
    host,
    signal: never,
  }
}

/** What the program passed to `set_result`. Throws if the execution failed. */
export function resultOf(outcome: Parameters<typeof returnedBy>[0]): Json {
  const value: unknown = returnedBy(outcome)
  const [first] = Object(value).results ?? []
  return Object(first).result
}
