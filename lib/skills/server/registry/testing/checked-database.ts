import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditKeysOf, createAuditMacs } from '#lib/platform/server/audit/audit-macs.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { createTestDatabase, requireTemplate, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import { openReleaseGate } from '../../gates/release-gate.ts'
import { createVerdictMacs } from '../../gates/verdict-macs.ts'
import { createApprovals } from '../approvals.ts'
import { createProjectSkills } from '../project-skills.ts'
import { createReleaseFiles } from '../release-files.ts'
import { createReleaseStore } from '../release-store.ts'

const checkedTemplate = 'travel_checked'
const encryptionKey = new Uint8Array(32).fill(7)

/** `settings`: for an installation that uses the database. With another key, the verdicts would not be authentic. */
type CheckedDatabase = TestDatabase & {
  readonly settings: { readonly DATABASE_URL: string; readonly TRAVEL_ENCRYPTION_KEY: string }
}

/**
 * A database with the gates' verdicts about the project's own skills, but without approvals: the state of an
 * installation that stopped right after the check. The gates still check a skill whose files differ.
 */
export async function createCheckedDatabase(): Promise<CheckedDatabase> {
  await requireTemplate(checkedTemplate, checkProjectSkills)
  const database = await createTestDatabase({ template: checkedTemplate })
  const TRAVEL_ENCRYPTION_KEY = Buffer.from(encryptionKey).toString('hex')
  return { ...database, settings: { DATABASE_URL: database.url, TRAVEL_ENCRYPTION_KEY } }
}

async function checkProjectSkills({ client: db }: TestDatabase): Promise<void> {
  const projectDir = findProjectRoot()
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-checked-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const releases = storeIn(db, folder, encryptionKey, openReleaseGate(projectDir, { now: Date.now }))
  const skillsDir = join(projectDir, 'skills')
  const project = createProjectSkills({ skillsDir, projectDir, reload: false, log: silentLog })
  for (const skill of await project.list()) {
    await releases.keep(skill)
    await releases.checkOf(skill)
  }
}

/** The releases of an installation with this encryption key, on this database. */
export function storeIn(db: DatabaseClient, folder: string, key: Uint8Array, gate: ReturnType<typeof openReleaseGate>) {
  const secrets = { encryptionKey: key }
  return createReleaseStore({
    db,
    files: createReleaseFiles(folder),
    gate,
    macs: createVerdictMacs(secrets),
    approvals: createApprovals(createAuditMacs(auditKeysOf(secrets).rows)),
    log: silentLog,
  })
}
