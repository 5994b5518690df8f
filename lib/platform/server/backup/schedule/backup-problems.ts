import { BackupPlan } from '../../../model/backup-plan.ts'
import type { DatabaseClient } from '../../db/client.ts'

const dayMs = 24 * 60 * 60_000
/** A run that has not ended by then has lost its process. */
export const longestRunMs = 6 * 60 * 60_000
/** A missed night, and some hours for the next one. */
const lateMs = 1.5 * dayMs

/** What is wrong with the scheduled backups, in sentences. Empty without a schedule. */
export async function backupProblems(
  db: Pick<DatabaseClient, 'backupPlan' | 'backupRun'>,
  now: Date,
): Promise<readonly string[]> {
  const plan = await db.backupPlan.findUnique({ where: { id: 1 }, select: { isOn: true, changedAt: true } })
  if (plan?.isOn !== true) return []
  const [backup, restored, test] = await Promise.all([
    latest(db, { kind: 'backup' }),
    latest(db, { kind: 'backup', error: null, endedAt: { not: null } }),
    latest(db, { kind: 'restore_test' }),
  ])
  const good = restored?.endedAt
  const since = good ?? plan.changedAt
  // Not its age, which changes each day: an alert names the same thing once.
  const day = since.toISOString().slice(0, 10)
  const late = good ? `The last good backup was made on ${day}` : `No backup has succeeded since the schedule of ${day}`
  const sentences = [
    failureOf(backup, 'The last backup failed', now),
    failureOf(test, 'The last restore test failed', now),
    now.getTime() - since.getTime() > lateMs && late,
  ]
  return sentences.filter((sentence) => typeof sentence === 'string')
}

type Run = { readonly startedAt: Date; readonly endedAt: Date | null; readonly error: string | null }

function failureOf(run: Run | null, what: string, now: Date): string | undefined {
  if (run === null) return undefined
  if (run.error !== null) return `${what}: ${run.error}`
  const isLost = run.endedAt === null && now.getTime() - run.startedAt.getTime() > longestRunMs
  return isLost ? `${what}: its process ended before it did` : undefined
}

const latest = (db: Pick<DatabaseClient, 'backupRun'>, where: object) =>
  db.backupRun.findFirst({ where, orderBy: { startedAt: 'desc' } })

/** The plan. Undefined: nobody has made one. */
export async function readPlan(db: Pick<DatabaseClient, 'backupPlan'>): Promise<BackupPlan | undefined> {
  const row = await db.backupPlan.findUnique({ where: { id: 1 } })
  if (row === null) return undefined
  return BackupPlan.parse({ is_on: row.isOn, hour: row.hour, keep: row.keep, target: row.target })
}
