import type { OpenAuditTrail } from '#lib/platform/server/audit/open-audit-trail.ts'
import { backupProblems } from '#lib/platform/server/backup/schedule/backup-problems.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { DiskRoom } from '#lib/platform/server/health/disk-room.ts'
import type { Task } from '../../model/console-overview.ts'

type Ports = {
  readonly db: DatabaseClient
  readonly diskRoom: Pick<DiskRoom, 'problem'>
  readonly audit: Pick<OpenAuditTrail, 'problems'>
}

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** Fewer failures are no spike, whatever their share. */
const leastFailures = 20
/** A spike is this many times the failures of an average hour of the day before. */
const spikeFactor = 3

/** What is wrong with the app now. */
export async function findTroubles({ db, diskRoom, audit }: Ports, now: Date): Promise<Task[]> {
  const disk = diskRoom.problem()
  const [spike, backups] = await Promise.all([errorSpike(db, now), backupProblems(db, now)])
  return [
    ...(disk === undefined ? [] : [trouble('disk', disk)]),
    ...audit.problems().map((problem) => trouble('audit', `The audit trail was altered: ${problem}`)),
    ...backups.map((problem) => trouble('backup', problem)),
    ...(spike === undefined ? [] : [trouble('errors', spike)]),
  ]
}

const trouble = (about: 'disk' | 'audit' | 'errors' | 'backup', sentence: string): Task => ({
  kind: 'trouble',
  about,
  sentence,
})

/** Undefined if the last hour has no more failures than hours before, or only a few. */
async function errorSpike(db: DatabaseClient, now: Date): Promise<string | undefined> {
  const hour = new Date(now.getTime() - hourMs)
  const day = new Date(now.getTime() - dayMs)
  const [counts] = await db.$queryRaw<{ failed: number; before: number }[]>`
    select count(*) filter (where started_at > ${hour})::int as failed,
      count(*) filter (where started_at <= ${hour})::int as before
    from executions where status = 'error' and error_code <> 'CANCELLED' and started_at > ${day}`
  if (counts === undefined) return undefined
  const { failed, before } = counts
  const usual = before / (dayMs / hourMs - 1)
  if (failed < leastFailures || failed < usual * spikeFactor) return undefined
  const ended = await db.execution.count({ where: { startedAt: { gt: hour }, status: { in: ['success', 'error'] } } })
  return `${failed} of ${ended} executions of the last hour failed`
}
