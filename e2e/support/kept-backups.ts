import { randomBytes } from 'node:crypto'
import { mkdtemp, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupName } from '#lib/platform/server/backup/schedule/stores.ts'
import { newId } from '#runner/contract/ids.ts'
import { withDatabase } from './database.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Three nights of backups of this size, the newest of which was restored as a test. The schedule is off, so none is made
 * meanwhile. Returns the name of the newest.
 */
export async function keepBackups(bytes: number): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'travel-kept-'))
  const nights = [1, 2, 3].map((night) => new Date(Date.now() - night * dayMs))
  for (const night of nights) {
    await writeFile(join(path, backupName(night)), '')
    await truncate(join(path, backupName(night)), bytes)
  }
  await withDatabase(async (db) => {
    const plan = { isOn: false, hour: 3, keep: 7, target: { kind: 'folder', path }, changedAt: new Date() }
    await db.backupPlan.upsert({ where: { id: 1 }, create: { id: 1, ...plan }, update: plan })
    const runs = nights.flatMap((at) => {
      const done = { startedAt: at, endedAt: new Date(at.getTime() + 41_000), file: backupName(at), rows: 1284 }
      const test = { kind: 'restore_test', startedAt: new Date(at.getTime() + 60_000) }
      return [{ kind: 'backup', ...done, bytes }, ...(at === nights[0] ? [{ ...done, ...test }] : [])]
    })
    await db.backupRun.createMany({ data: runs.map((run) => ({ id: newId('bkp', randomBytes), ...run })) })
  })
  const [newest = new Date()] = nights
  return backupName(newest)
}
