import * as z from 'zod'
import { NamedActor } from '#lib/platform/model/actor.ts'
import { AlertMode } from '#lib/platform/model/alert-mode.ts'
import { Health } from '#lib/platform/model/health.ts'

export const AlertsView = z.strictObject({
  /** In effect. */
  mode: AlertMode,
  /** Null: no operator chose one in the console, so the environment's counts. */
  chosen: AlertMode.nullable(),
  of_environment: AlertMode,
  /** The channel on which alerts are sent. Null: they are only kept. */
  channel: z.string().nullable(),
})
export type AlertsView = z.infer<typeof AlertsView>

/** Null: as the environment says. */
export const AlertChoice = z.strictObject({ mode: AlertMode.nullable() })
export type AlertChoice = z.infer<typeof AlertChoice>

/** `id`: of the message that carries the test. */
export const AlertTest = z.strictObject({ id: z.string() })
export type AlertTest = z.infer<typeof AlertTest>

const Count = z.int().nonnegative()
const Time = z.iso.datetime()
/** Work that waits for its turn. `oldest_since`: null if nothing waits. */
const Queue = z.strictObject({ waiting: Count, oldest_since: Time.nullable() })

/** A check of every row of the audit trail. `found`: the number of findings, of which `findings` has the first. */
const AuditCheckView = z.strictObject({
  at: Time,
  by: NamedActor,
  rows: Count,
  found: Count,
  findings: z.array(z.string()),
  duration_ms: Count,
})

const Change = z.strictObject({ what: z.string(), before: z.string().nullable(), after: z.string().nullable() })

const Setting = z.strictObject({
  name: z.string(),
  /** Null: unset, or secret. */
  value: z.string().nullable(),
  from: z.enum(['console', 'environment', 'default', 'unset']),
  is_secret: z.boolean(),
})
export type Setting = z.infer<typeof Setting>

/** How the app and its parts are. `null`: not known, or it has not happened. */
export const ConsoleSystem = z.strictObject({
  health: Health,
  /** What runs skills and scripts. `unavailable`: why it runs nothing; null if it can run. */
  runtimes: z.array(z.strictObject({ name: z.string(), unavailable: z.string().nullable() })),
  /** Threads for skills in each runtime of a process, and the processes that are connected to the database. */
  workers: z.strictObject({ threads: Count, processes: Count }),
  disk: z.strictObject({ free_mb: Count.nullable(), needed_mb: Count }),
  /** `tables`: the largest, with their indexes. `rows`: an estimate. */
  database: z.strictObject({
    is_built_in: z.boolean(),
    version: z.string(),
    bytes: Count,
    tables: z.array(z.strictObject({ name: z.string(), bytes: Count, rows: Count.nullable() })),
  }),
  /** `jobs`: messages, mails and saved searches. `running`: executions. */
  queue: z.strictObject({ executions: Queue, jobs: Queue, running: Count }),
  /** The last recorded starts. `changes`: null without an earlier start. */
  start: z
    .strictObject({ version: z.string(), migration: z.string(), at: Time, changes: z.array(Change).nullable() })
    .nullable(),
  backup: z.strictObject({ at: Time, bytes: Count }).nullable(),
  /** The last test that restored a backup. `error`: why it failed; null if it passed. */
  restore_test: z.strictObject({ at: Time, error: z.string().nullable() }).nullable(),
  audit_check: z.strictObject({ state: z.enum(['idle', 'running', 'failed']), last: AuditCheckView.nullable() }),
  alerts: AlertsView,
  licenses: z.array(z.strictObject({ about: z.string(), text: z.string() })),
  settings: z.array(Setting),
  /** The operator's configuration file as JSON; null without one. */
  config: z.string().nullable(),
})
export type ConsoleSystem = z.infer<typeof ConsoleSystem>
