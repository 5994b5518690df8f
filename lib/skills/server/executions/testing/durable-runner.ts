import { randomBytes } from 'node:crypto'
import { createScriptStore } from '#lib/agents/server/scripts/script-store.ts'
import { auditKeysOf } from '#lib/platform/server/audit/audit-macs.ts'
import { type AuditTrail, createAuditTrail } from '#lib/platform/server/audit/audit-trail.ts'
import { createDatabaseClient, type DatabaseClient } from '#lib/platform/server/db/client.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { createSeal } from '#lib/platform/server/secrets/aes-gcm.ts'
import { newId } from '#runner/contract/ids.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import type { AnswerStore, CredentialBroker, Log, SkillSource } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { createEgressEngine } from '#runner/egress/engine.ts'
import { createRunner, type SkillRunner } from '#runner/run/runner.ts'
import type { RunnerPorts } from '#runner/run/runner-ports.ts'
import { createQuickJsRuntime } from '#runner/runtimes/quickjs/create-quickjs-runtime.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { createAnswerStore } from '../answer-store.ts'
import { createExecutionStore } from '../execution-store.ts'
import { type Instance, joinInstances, type Listening } from '../instance.ts'
import { createRecordSeals, type RecordSeals, recordKeysOf } from '../record-seals.ts'
import { createValueStore } from '../value-store.ts'

export type DurableRunnerOptions = {
  readonly databaseUrl: string
  /** The real URL of every declared host. */
  readonly provider?: string
  readonly skills: readonly LoadedSkill[]
  /** The key of placeholders and sealed inputs, shared by the processes that resume each other's executions. */
  readonly key?: Uint8Array
  /** The key of records. Absent: that of `testSeals`. */
  readonly instanceKey?: Uint8Array
  /** Absent: secrets have no values. */
  readonly broker?: CredentialBroker
  /** Absent: `openTestRuntime`. */
  readonly runtime?: Runtime
  readonly log?: Log
  /** Absent: `testAudit`. */
  readonly audit?: AuditTrail
  /** Absent: no principal ends. */
  readonly hasEnded?: RunnerPorts['services']['hasEnded']
  /** Hears the messages of other processes. */
  readonly listening?: Listening
}

/** The services of a process that runs durable executions on a test database. */
export type DurableRunner = AsyncDisposable & {
  readonly db: DatabaseClient
  readonly instanceId: string
  readonly instance: Instance
  readonly scripts: AnswerStore
  readonly answers: AnswerStore
  readonly seals: RecordSeals
  readonly runner: SkillRunner
  readonly skills: SkillSource
  readonly runtimes: readonly Runtime[]
}

/** The key that all processes of these tests share. */
const encryptionKey = new Uint8Array(32).fill(9)
export const testSeals = createRecordSeals(recordKeysOf({ encryptionKey }))
export const testAudit = createAuditTrail(auditKeysOf({ encryptionKey }).rows)

/** The principal of these tests. */
export const agent = principalFrom('main', { id: 'agent', role: 'agent' })

/** The embedded runtime. Without workers, it runs scripts only. */
export const openTestRuntime = (options: { readonly log: Log; readonly workers: 0 | 1 }): Promise<Runtime> =>
  createQuickJsRuntime({ projectRoot: process.cwd(), ...options })

export async function openDurableRunner(options: DurableRunnerOptions): Promise<DurableRunner> {
  const { databaseUrl, provider = 'http://127.0.0.1:9', skills, key = new Uint8Array(32) } = options
  const log = options.log ?? createLogger({ level: 'silent' })
  const clock = { now: () => Date.now(), monotonic: () => performance.now() }
  await using opened = new AsyncDisposableStack()
  const db = createDatabaseClient(databaseUrl, { connections: 4 })
  opened.defer(() => db.$disconnect())
  const listening = options.listening === undefined ? [] : [options.listening]
  const instance = opened.use(await joinInstances(databaseUrl, newId('inst', randomBytes), log, ...listening))
  const { instanceId } = instance
  // Scripts have their own workers.
  const workers = skills.length === 0 ? 0 : 1
  const runtime = options.runtime ?? opened.use(await openTestRuntime({ log, workers }))
  const upstreams = { of: () => ({ url: provider, data: 'test' }) as const }
  const egress = opened.use(createEgressEngine({ upstreams, clock, randomBytes, log, placeholderKey: key }))
  const answers = createAnswerStore(db, { days: 1, mb: 64 }, clock.now)
  const { instanceKey } = options
  const seals = instanceKey ? createRecordSeals(recordKeysOf({ encryptionKey: instanceKey })) : testSeals
  const store = createExecutionStore(db, instanceId, seals, options.audit ?? testAudit)
  const scripts = createScriptStore(db)
  const source = fixedSkills(...skills)
  const runtimes = [runtime]
  const runner = createRunner({
    skills: source,
    runtimes,
    egress,
    ...(options.broker ? { broker: options.broker } : {}),
    services: {
      timeOffsets: () => ({ ok: true, offsets: [] }),
      values: createValueStore(db),
      ...(options.hasEnded ? { hasEnded: options.hasEnded } : {}),
    },
    store,
    journals: store,
    answers,
    scripts,
    seal: createSeal(key, randomBytes),
    clock,
    randomBytes,
    log,
  })
  const stack = opened.move()
  return {
    db,
    instanceId,
    instance,
    scripts,
    answers,
    seals,
    runner,
    skills: source,
    runtimes,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
