import { createHash } from 'node:crypto'
import type { ErrorCode } from '../../contract/errors.ts'
import type { ExecutionId } from '../../contract/ids.ts'
import type { Tier } from '../../contract/manifest.ts'
import type { Principal } from '../../contract/principal.ts'
import type { Json, SkillOutput } from '../../contract/skill-io.ts'
import { canonicalJson } from '../../core/canonical-json.ts'
import { fixedSkills } from '../../core/fixed-skills.ts'
import type { Clock, ExecutionEnd, ExecutionStart, RecordedExecution, SkillSource } from '../../core/ports.ts'
import type { LoadedSkill } from '../../core/skill.ts'
import type { EgressEngine, EgressRequest, EgressResult } from '../../egress/session.ts'
import type { HostServices } from '../../operations/host-operations.ts'
import { createRedactor } from '../../redact/redact.ts'
import { createReplay, type ReplayResult } from '../../run/replay.ts'
import { createRunner } from '../../run/runner.ts'
import { silentLog } from '../../runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '../../runtimes/runtime.ts'
import { loadedSkill } from '../../testing/runner-fixture.ts'
import { testManifest } from '../../testing/test-manifest.ts'
import { createMemoryAnswers, type MemoryAnswers } from './memory-answers.ts'

export const host = 'api.example.com'

export type FakeFetch = (request: EgressRequest, signal: AbortSignal, leftMs: () => number) => Promise<EgressResult>

/** A runner on a real runtime with a fake network, which can replay its recordings. */
export type RecordedRunner = {
  readonly answers: MemoryAnswers
  /** The lines that the runner logged. */
  readonly lines: string[]
  /** Requests that reached the network. */
  readonly asked: EgressRequest[]
  /** Runs a skill with this code: an expression whose value is its default export. */
  run(expression: string, options?: RunOptions): Promise<{ id: ExecutionId; output: SkillOutput; end: ExecutionEnd }>
  replay(id: ExecutionId): Promise<ReplayResult>
  /** Alters the recording. */
  edit(id: ExecutionId, change: (recorded: RecordedExecution) => RecordedExecution): void
  /** Replaces the code of the execution's skill. */
  changeCode(id: ExecutionId, expression: string): void
  /** Changes the tier of the execution's release. */
  changeTier(id: ExecutionId, tier: Tier): void
  /** Deletes the release of the execution. */
  forgetRelease(id: ExecutionId): void
}
export type RunOptions = {
  readonly params?: Record<string, Json>
  readonly limits?: Record<string, number>
  readonly signal?: AbortSignal
}

const operator: Principal = { id: 'main', role: 'operator', source: 'main', trust: 'full' }

const realClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

export const response = (body: string | Uint8Array, status = 200): EgressResult => ({
  kind: 'response',
  status,
  headers: [
    ['content-type', 'application/json'],
    ['x-zebra', '1'],
  ],
  body: typeof body === 'string' ? Buffer.from(body) : body,
  url: `https://${host}/`,
})

export function createRecordedRunner(
  runtime: Runtime,
  fetch: FakeFetch,
  { clock = realClock, ...services }: Partial<HostServices> & { readonly clock?: Clock } = {},
): RecordedRunner {
  const answers = createMemoryAnswers()
  const asked: EgressRequest[] = []
  const lines: string[] = []
  const write = (message: string, fields?: Record<string, unknown>) => lines.push(`${message} ${fields?.detail ?? ''}`)
  const log = { ...silentLog, info: write, warn: write }
  const skills = new Map<string, LoadedSkill>()
  /** Every release that was ever current, by digest. */
  const releases = new Map<string, LoadedSkill>()
  const put = (skill: LoadedSkill) => {
    skills.set(skill.manifest.name, skill)
    releases.set(skill.digest, skill)
  }
  const starts = new Map<ExecutionId, ExecutionStart>()
  const ends = new Map<ExecutionId, ExecutionEnd>()
  const loaded = new Map<ExecutionId, RecordedExecution>()
  const edits = new Map<ExecutionId, (recorded: RecordedExecution) => RecordedExecution>()
  let last: ExecutionId | undefined
  let names = 0
  const source: SkillSource = {
    current: async (name) => fixedSkills(...skills.values()).current(name),
    byDigest: async (digest) => releases.get(digest),
  }

  const egress: EgressEngine = {
    open: ({ grant, execution, signal, leftMs }) => {
      const gone = new AbortController()
      const ended = AbortSignal.any([signal, gone.signal])
      const aborted = new Promise<EgressResult>((resolve) => {
        ended.addEventListener('abort', () => resolve({ kind: 'failed', reason: 'aborted', message: 'aborted' }))
      })
      return {
        placeholders: Object.fromEntries(
          grant.permissions.secrets.map((name) => [name, `__secret_${name}_${execution.slice(5)}__`]),
        ),
        credentials: '',
        redact: createRedactor(),
        fetch: (request) => {
          asked.push(request)
          return Promise.race([fetch(request, ended, leftMs), aborted])
        },
        keyFor: () => ({ kind: 'unknown' }),
        hideMade: () => {},
        outOfTime: () => false,
        data: () => 'sample',
        oldestMs: () => undefined,
        [Symbol.asyncDispose]: async () => gone.abort(),
      }
    },
    probe: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }

  const runner = createRunner({
    skills: source,
    runtimes: [runtime],
    egress,
    answers,
    services: {
      timeOffsets: (pairs) => ({ ok: true, offsets: pairs.map(([, time]) => (time < '2027' ? '+09:00' : '-08:00')) }),
      ...services,
    },
    store: {
      started: async (start) => {
        last = start.id
        starts.set(start.id, start)
      },
      finished: async (end) => {
        ends.set(end.id, end)
      },
    },
    clock,
    randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    log,
  })
  const replay = createReplay({
    skills: source,
    runtimes: [runtime],
    answers,
    recordings: {
      load: async (id) => {
        const [start, end] = [starts.get(id), ends.get(id)]
        if (!start || !end?.recorded) return { missing: 'unknown execution' }
        const recorded = loaded.get(id) ?? {
          id,
          skill: start.skill,
          digest: start.digest,
          recording: end.recorded.recording,
          // Reorders keys, as in records of earlier versions.
          journal: JSON.parse(canonicalJson(JSON.parse(JSON.stringify(end.journal)))),
          output: end.output,
          fuelUsed: end.fuelUsed,
          data: end.data,
        }
        loaded.set(id, recorded)
        return edits.get(id)?.(recorded) ?? recorded
      },
    },
  })

  return {
    answers,
    asked,
    lines,
    replay,
    async run(expression, { params = {}, limits = {}, signal } = {}) {
      names += 1
      const skill = skillOf(`probe-${names}`, expression, limits)
      put(skill)
      const input = { action: 'probe', params, config: {} }
      const config = { principal: operator, ...(signal === undefined ? {} : { signal }) }
      const output = await runner.execute(skill.manifest.name, input, config)
      const end = last && ends.get(last)
      if (!end || starts.get(end.id)?.skill !== skill.manifest.name) throw new Error(JSON.stringify(output))
      return { id: end.id, output, end }
    },
    edit: (id, change) => edits.set(id, change),
    changeCode: (id, expression) => {
      const name = starts.get(id)?.skill ?? ''
      put(skillOf(name, expression))
    },
    changeTier(id, tier) {
      const release = releases.get(starts.get(id)?.digest ?? '')
      if (release) releases.set(release.digest, { ...release, tier })
    },
    forgetRelease: (id) => releases.delete(starts.get(id)?.digest ?? ''),
  }
}

function skillOf(name: string, expression: string, limits: Record<string, number> = {}): LoadedSkill {
  const code = `globalThis.__skill = ${expression}`
  const manifest = testManifest({
    name,
    permissions: {
      network: { egress: [host], methods: ['GET', 'POST'] },
      secrets: ['API_KEY'],
      llm: true,
      memory: true,
    },
    limits: { timeout_ms: 60_000, memory_mb: 16, fuel: 1000, ...limits },
  })
  const digest = createHash('sha256').update(code).digest('hex')
  return loadedSkill(manifest, code, digest)
}

/** The error code of an output, if it is an error. */
export function codeOf(output: SkillOutput): ErrorCode | undefined {
  return output.status === 'error' ? output.error.code : undefined
}
