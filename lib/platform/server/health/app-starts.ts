import * as z from 'zod'
import type { AppendAudit } from '../audit/audit-trail.ts'
import { appPrincipal } from '../auth/principal.ts'
import type { DatabaseClient } from '../db/client.ts'
import type { SettingInEffect } from '../env/settings-in-effect.ts'

/** What a start records. `settings`: those of the environment; the values of secrets are `set`. */
const StartDetail = z.object({
  version: z.string(),
  /** The newest migration of the database. */
  migration: z.string(),
  settings: z.record(z.string(), z.string()),
})
type AppStart = z.infer<typeof StartDetail> & { readonly at: Date }

/** Something that differs between two starts. `before`, `after`: null if it was not there. */
type StartChange = { readonly what: string; readonly before: string | null; readonly after: string | null }

const startedAction = 'app.started'
const subject = 'app'
/** In characters. The trail limits the size of a row. */
const longestValue = 300

/** Records a start of the app in the audit trail, so that later starts can be compared with it. */
export async function recordStart(
  { db, append }: { readonly db: DatabaseClient; readonly append: AppendAudit },
  { version, settings }: { readonly version: string; readonly settings: readonly SettingInEffect[] },
): Promise<void> {
  const given = settings.filter(({ from }) => from === 'environment')
  const detail = {
    version,
    migration: await newestMigration(db),
    settings: Object.fromEntries(given.map(({ name, value }) => [name, value?.slice(0, longestValue) ?? 'set'])),
  }
  await append({ at: new Date(), by: appPrincipal, action: startedAction, subject, detail })
}

/** The last start, and what has changed since the one before it. */
export async function readStarts(
  db: DatabaseClient,
): Promise<{ readonly last: AppStart | undefined; readonly previous: AppStart | undefined }> {
  const rows = await db.auditEvent.findMany({
    where: { subject, action: startedAction },
    orderBy: { at: 'desc' },
    take: 2,
    select: { at: true, detail: true },
  })
  const [last, previous] = rows.map(({ at, detail }) => {
    const read = StartDetail.safeParse(detail)
    return read.success ? { at, ...read.data } : undefined
  })
  return { last, previous }
}

/** What differs between two starts. A secret that was replaced by another one is not a difference: both are `set`. */
export function changesBetween(before: AppStart, after: AppStart): StartChange[] {
  const named = ({ version, migration, settings }: AppStart) =>
    new Map([['version', version], ['database migration', migration], ...Object.entries(settings)])
  const [old, now] = [named(before), named(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((what) => {
    const change = { what, before: old.get(what) ?? null, after: now.get(what) ?? null }
    return change.before === change.after ? [] : [change]
  })
}

async function newestMigration(db: Pick<DatabaseClient, '$queryRaw'>): Promise<string> {
  const [row] = await db.$queryRaw<{ name: string }[]>`
    select migration_name as name from _prisma_migrations order by finished_at desc, migration_name desc limit 1`
  return row?.name ?? 'none'
}
