import { createHash } from 'node:crypto'
import type { HostAnswer } from '../../../contract/host-seam.ts'
import type { HostOp } from '../../../contract/journal.ts'
import type { Json } from '../../../contract/skill-io.ts'
import type { ExecutionLimits, LoadedSkill } from '../../../core/skill.ts'
import { testManifest } from '../../../testing/test-manifest.ts'
import type { RuntimeExecution, RuntimeOutcome } from '../../runtime.ts'

export type RecordedCall = { readonly op: HostOp; readonly args: Json; readonly fuelLeft: number }

export type TestExecution = Partial<Omit<RuntimeExecution, 'skill' | 'host' | 'input'>> & {
  readonly params?: Record<string, Json>
  /** Answers host calls. Defaults to `fakeHost`. */
  readonly answer?: (op: HostOp, args: Json) => HostAnswer | Promise<HostAnswer>
  /** Records the host calls in order. */
  readonly calls?: RecordedCall[]
}

export const testLimits: ExecutionLimits = {
  timeoutMs: 10_000,
  memoryMb: 16,
  cpus: 1,
  fuel: 1000,
  outputKb: 64,
  hostCalls: 32,
  hostCallsInFlight: 8,
  responseKb: 1024,
}

const manifest = testManifest()

/** A loaded skill whose default export is this expression. `top` holds the module's earlier lines. */
export function skillOf(expression: string, top = ''): LoadedSkill {
  const code = `(() => { ${top}\nglobalThis.__skill = ${expression} })()`
  const digest = createHash('sha256').update(code).digest('hex')
  return {
    manifest,
    tier: 'local',
    digest,
    program: { kind: 'bundle', language: 'javascript', code },
    folder: '/nowhere',
    approved: manifest.permissions,
  }
}

/** A Python script, as a caller sends it. */
export function scriptOf(code: string): LoadedSkill {
  const digest = createHash('sha256').update(code).digest('hex')
  const program = { kind: 'bundle', language: 'python', code } as const
  return { manifest, tier: 'local', digest, program, folder: '', approved: manifest.permissions, isScript: true }
}

export function executionOf(skill: LoadedSkill, test: TestExecution = {}): RuntimeExecution {
  const { params = {}, answer = fakeHost, calls = [], ...rest } = test
  return {
    id: 'exec_conformance',
    skill,
    input: { action: 'probe', params, config: {} },
    fairKey: 'ada',
    limits: testLimits,
    hosts: ['api.example.com'],
    seed: '07'.repeat(16),
    nowMs: Date.UTC(2026, 2, 15, 11, 30),
    secrets: { API_KEY: 'placeholder-1', WITHHELD: null },
    signal: new AbortController().signal,
    ...rest,
    host: {
      call: async (op, args, fuelLeft) => {
        calls.push({ op, args, fuelLeft })
        return answer(op, args)
      },
    },
  }
}

/** The path, program name, prompt or query that counts as undeclared in these tests. */
const undeclared = 'undeclared'

/** A host that echoes each request, and ends an execution that requests something undeclared. */
export function fakeHost(op: HostOp, args: Json): HostAnswer {
  if (['path', 'name', 'prompt', 'query'].some((field) => fieldOf(args, field) === undeclared)) {
    return { kind: 'end', code: 'CAPABILITY_DENIED', reason: `${op} of what is not declared` }
  }
  switch (op) {
    case 'steps.run':
      return { kind: 'end', code: 'CAPABILITY_DENIED', reason: `${op} by the code of a skill` }
    case 'fetch':
      return fakeFetch(args)
    case 'time.offset':
      return { kind: 'value', value: ['+09:00', '-08:00'] }
    case 'secrets.get':
    case 'console.log':
      return { kind: 'value', value: null }
    case 'settings.get':
      return { kind: 'value', value: `value of ${fieldOf(args, 'name')}` }
    case 'settings.keys':
      return { kind: 'value', value: ['API_KEY', 'OTHER'] }
    case 'llm.complete':
      return { kind: 'suspend' }
    case 'llm.predict':
      return { kind: 'value', value: `answer to ${fieldOf(args, 'prompt')}` }
    case 'call.context':
      return {
        kind: 'value',
        value: { call: { id: 'call-1', caller_id: '+297', transcript: '' }, operator: { name: 'Ilse' } },
      }
    case 'call.log':
      return { kind: 'value', value: null }
    case 'memory.recall':
      return { kind: 'value', value: [`found ${fieldOf(args, 'query')}`] }
    case 'messages.send':
      return { kind: 'value', value: { noted: true, to: 'the operator' } }
    case 'gateway.post':
      return { kind: 'value', value: { ok: true, got: JSON.stringify(args) } }
    case 'files.read':
      return { kind: 'value', value: `text of ${fieldOf(args, 'path')}` }
    case 'files.write':
      return { kind: 'value', value: { bytes: Buffer.byteLength(fieldOf(args, 'text')) } }
    case 'kv.get':
      return { kind: 'value', value: { of: fieldOf(args, 'key') } }
    case 'crypto.digest':
    case 'crypto.hmac':
    case 'crypto.jwt':
      return { kind: 'value', value: `${op} of ${JSON.stringify(args)}` }
    case 'kv.put':
      return { kind: 'value', value: null }
    case 'exec.run':
      return { kind: 'value', value: { code: 0, stdout: `ran ${fieldOf(args, 'name')}`, stderr: '' } }
  }
}

function fakeFetch(args: Json): HostAnswer {
  const url = fieldOf(args, 'url')
  if (!url.startsWith('https://api.example.com/')) {
    return { kind: 'end', code: 'EGRESS_BLOCKED', reason: `undeclared: ${url}` }
  }
  if (url.endsWith('/down')) return { kind: 'rejected', name: 'NetworkError', message: 'no connection' }
  const body = Buffer.from(url.endsWith('/text') ? 'plain ✓' : JSON.stringify({ asked: args }))
  const headers = [
    ['content-type', 'application/json'],
    ['x-one', 'a'],
    ['X-One', 'b'],
  ]
  return { kind: 'value', value: { status: url.endsWith('/missing') ? 404 : 200, url, headers }, body }
}

/** An outcome without its peak memory, which in a container may differ between runs of the same execution. */
export function lastingPartOf({ peakMemoryBytes: _, ...outcome }: RuntimeOutcome): object {
  return outcome
}

/** The value that a skill returned. Throws on any other outcome. */
export function returnedBy(outcome: RuntimeOutcome): Json {
  if (outcome.kind === 'returned') return outcome.value
  throw new Error(JSON.stringify(outcome))
}

/** A string field of a host call's arguments, or the empty string. */
export function fieldOf(args: Json, name: string): string {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return ''
  const value = args[name]
  return typeof value === 'string' ? value : ''
}
