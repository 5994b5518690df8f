import * as z from 'zod'
import { BackupPlan } from '#lib/platform/model/backup-plan.ts'

const Time = z.iso.datetime()
const Count = z.int().nonnegative()

export const RunKind = z.enum(['backup', 'restore_test'])
export type RunKind = z.infer<typeof RunKind>

const BackupRun = z.strictObject({
  id: z.string(),
  kind: RunKind,
  started_at: Time,
  state: z.enum(['running', 'done', 'failed']),
  duration_ms: Count.nullable(),
  file: z.string().nullable(),
  bytes: Count.nullable(),
  rows: Count.nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
})
export type BackupRun = z.infer<typeof BackupRun>

/** The schedule of backups, and how the last ones ended. `null`: there is none. */
export const ConsoleBackups = z.strictObject({
  plan: BackupPlan.nullable(),
  next_at: Time.nullable(),
  /** What the environment has to encrypt backups, and whether it has the access key of a storage. */
  lock: z.enum(['passphrase', 'recipient']).nullable(),
  has_s3_key: z.boolean(),
  /** The last ones of each kind. */
  last_backup: BackupRun.nullable(),
  last_test: BackupRun.nullable(),
  /** The newest first. */
  runs: z.array(BackupRun),
})
export type ConsoleBackups = z.infer<typeof ConsoleBackups>

export const RunOrder = z.strictObject({ kind: RunKind })
export const RunStarted = z.strictObject({ started: z.literal(true) })

/** A backup that is kept. `test`: the last test that restored it; null: none. Its `error`: why it failed. */
const BackupFile = z.strictObject({
  name: z.string(),
  made_at: Time,
  bytes: Count,
  test: z.strictObject({ at: Time, error: z.string().nullable() }).nullable(),
})
export type BackupFile = z.infer<typeof BackupFile>

/** The newest first. `error`: why they cannot be listed. */
export const ConsoleBackupFiles = z.strictObject({ files: z.array(BackupFile), error: z.string().nullable() })
export type ConsoleBackupFiles = z.infer<typeof ConsoleBackupFiles>

/** The name of a backup in a path. */
export const BackupFileParams = z.object({ name: z.string().regex(/^travel-[\dT-]{19}\.airlock$/) })
