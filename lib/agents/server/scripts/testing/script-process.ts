import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createDatabaseClient } from '#lib/platform/server/db/client.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import {
  type DurableRunner,
  type DurableRunnerOptions,
  openDurableRunner,
  testAudit,
} from '#lib/skills/server/executions/testing/durable-runner.ts'
import type { Clock } from '#runner/core/ports.ts'
import { createHasEnded } from '../../profiles/profile-state.ts'
import { createExecutionEvents, scriptChannel } from '../execution-events.ts'
import { type OpenScripts, openScripts } from '../open-scripts.ts'
import { createScriptLanguages } from '../script-languages.ts'
import type { ScriptPorts } from '../script-ports.ts'

/** The key that all processes of these tests share. */
export const encryptionKey = new Uint8Array(32).fill(9)

type Options = Omit<DurableRunnerOptions, 'skills' | 'listening'> & {
  /** Absent: no skill is installed. */
  readonly skills?: DurableRunnerOptions['skills']
  readonly clock?: Clock
  readonly agentAuth?: 'by-id' | 'strict'
  /** False: the process starts no pending scripts. */
  readonly works?: boolean
  /** Aborts when the process ends. Absent: it does not. */
  readonly stopping?: AbortSignal
}

export type ScriptProcess = OpenScripts &
  AsyncDisposable & { readonly ports: Omit<ScriptPorts, 'tokens'>; readonly durable: DurableRunner }

/** The services of a process that executes scripts. */
export async function openScriptProcess(options: Options): Promise<ScriptProcess> {
  const { databaseUrl, agentAuth = 'by-id', works = true, stopping, log = createLogger({ level: 'silent' }) } = options
  const clock = options.clock ?? { now: () => Date.now(), monotonic: () => performance.now() }
  await using opened = new AsyncDisposableStack()
  const db = createDatabaseClient(databaseUrl, { connections: 6 })
  opened.defer(() => db.$disconnect())
  const events = createExecutionEvents({ db, log })
  const listening = { channel: scriptChannel, heard: events.heard }
  const durable = opened.use(
    await openDurableRunner({
      ...options,
      skills: options.skills ?? [],
      listening,
      audit: options.audit ?? testAudit,
      hasEnded: createHasEnded(db, clock),
    }),
  )
  const { instance, seals, runner, answers } = durable
  const audit = options.audit ?? testAudit
  const languages = opened.use(
    createScriptLanguages({
      parserPath: join(process.cwd(), 'runner/script/script-parser-process.ts'),
      runtimes: durable.runtimes,
    }),
  )
  const ports = { db, instance, seals, audit, runner, answers, events, languages, clock, randomBytes, log }
  const opening = openScripts({
    ...ports,
    encryptionKey: options.instanceKey ?? encryptionKey,
    agentAuth,
    ...(stopping && { stopping }),
  })
  if (works) opened.use(opening.work({ claims: true }))
  const stack = opened.move()
  return { ...opening, ports, durable, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
