import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { createDatabaseClient } from '../db/client.ts'
import { readMigrationStatus } from '../db/migrate.ts'
import { readEnv } from '../env/env.ts'
import { auditHeadPath } from '../journal/audit-head.ts'
import { auditKeysOf } from '../journal/open-audit-trail.ts'
import { type AuditVerdict, verifyAuditTrail } from '../journal/verify-audit-trail.ts'
import { createDatabaseFingerprints } from '../secrets/database-fingerprints.ts'
import { loadInstanceSecrets } from '../secrets/instance-secrets.ts'
import { CommandFailure } from './expected-failure.ts'
import { withDatabase } from './with-database.ts'
import { workingDir } from './working-dir.ts'

export const createAuditVerifyCommand = (): Command =>
  new Command('verify')
    .description('check every row of the audit trail and that no row is missing; exit code 1 if the check fails')
    .option('--head <file>', 'compare with this copy of audit/head.json instead of the one in the data folder')
    .action(async ({ head }: { head?: string }) => {
      const verdict = await verify(head === undefined ? undefined : resolve(workingDir(), head))
      process.stdout.write(readable(verdict))
      if (verdict.problems.length > 0) process.exitCode = 1
    })

async function verify(head: string | undefined): Promise<AuditVerdict> {
  if (head !== undefined && !existsSync(head)) throw new CommandFailure(`--head: the file ${head} does not exist.`)
  return withDatabase(async (url) => {
    const { pending } = await readMigrationStatus(url)
    if (pending.length > 0) {
      throw new CommandFailure('The database lacks migrations: run npm run db:deploy or start the app, then try again.')
    }
    const db = createDatabaseClient(url, { connections: 1 })
    try {
      const { dataDir, sessionKey, encryptionKey } = readEnv()
      const fingerprints = createDatabaseFingerprints(db)
      const secrets = await loadInstanceSecrets({ dataDir, sessionKey, encryptionKey, fingerprints })
      return await verifyAuditTrail(db, auditKeysOf(secrets), head ?? auditHeadPath(dataDir))
    } finally {
      await db.$disconnect()
    }
  })
}

function readable({ problems, rows, unkeyed, seen, opened }: AuditVerdict): string {
  const before = unkeyed > 0 ? `, ${unkeyed} of them unauthenticated, from an older version` : ''
  const lines = [
    ...(problems.length === 0 ? ['The audit trail is intact.'] : ['The audit trail failed the check:']),
    ...problems.map((problem) => `  ${problem}`),
    `Rows: ${rows}${before}. Last row recorded in the head file: ${seen ?? 'unknown'}.`,
    ...(opened.length > 1
      ? [`Head files start at rows ${opened.join(', ')}: each start is a new data folder or a removed head file.`]
      : []),
  ]
  return `${lines.join('\n')}\n`
}
