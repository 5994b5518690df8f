import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { type AuditKeys, auditKeysOf } from '#lib/platform/server/audit/audit-macs.ts'
import { auditHeadPath, readHeads } from '#lib/platform/server/audit/head-file.ts'
import { type AuditVerdict, verifyAuditTrail } from '#lib/platform/server/audit/verify-audit-trail.ts'
import { createDatabaseClient, type DatabaseClient } from '#lib/platform/server/db/client.ts'
import { errorCodeOf } from '#lib/platform/server/db/database-error.ts'
import { readMigrationStatus } from '#lib/platform/server/db/migrate.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { createDatabaseFingerprints, loadInstanceSecrets } from '#lib/platform/server/secrets/instance-secrets.ts'
import { CommandFailure } from './expected-failure.ts'
import { workingDir } from './terminal.ts'
import { withDatabase } from './with-database.ts'

export const createAuditVerifyCommand = (): Command =>
  new Command('verify')
    .description('check every row of the audit trail and that no row is missing; exit code 1 if the check fails')
    .option('--head <file>', 'compare with the heads in this file instead of audit/head.json in the data folder')
    .action(async ({ head }: { head?: string }) => {
      const verdict = await verify(head === undefined ? undefined : resolve(workingDir(), head))
      process.stdout.write(readable(verdict))
      if (verdict.findings.length > 0) process.exitCode = 1
    })

async function verify(head: string | undefined): Promise<AuditVerdict> {
  if (head !== undefined && !existsSync(head)) throw new CommandFailure(`--head: the file ${head} does not exist.`)
  return withAuditTrail(async ({ db, keys, dataDir }) => {
    const name = head ?? auditHeadPath(dataDir)
    const known = existsSync(name) ? await headsIn(name, keys) : [{ kind: 'missing' } as const]
    return verifyAuditTrail(db, keys, { name, known })
  })
}

async function headsIn(file: string, keys: AuditKeys) {
  try {
    return await readHeads(keys, file)
  } catch (cause) {
    if (errorCodeOf(cause) === undefined) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure(`The heads in ${file} cannot be read (${why}): name a file that you may read.`, { cause })
  }
}

function readable({ findings, rows, sealed, known, opened }: AuditVerdict): string {
  const lines = [
    ...(findings.length === 0 ? ['The audit trail is intact.'] : ['The audit trail failed the check:']),
    ...findings.map(({ sentence }) => `  ${sentence}`),
    `Rows: ${rows}, ${sealed} of them sealed.`,
    known === undefined
      ? 'Newest known head: none.'
      : `Newest known head: ${known.size} rows, signed at ${known.at.toISOString()}.`,
    ...(opened.length > 1
      ? [`Head files start at rows ${opened.join(', ')}: each start is a new data folder or a removed head file.`]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

type OpenTrail = { readonly db: DatabaseClient; readonly keys: AuditKeys; readonly dataDir: string }

/** Runs `work` with the audit trail of this instance, whether or not the app runs. */
function withAuditTrail<T>(work: (trail: OpenTrail) => Promise<T>): Promise<T> {
  return withDatabase(async (url) => {
    const { pending } = await readMigrationStatus(url)
    if (pending.length > 0) {
      throw new CommandFailure(
        `The database lacks migrations: run ${travelCommand('db deploy')} or start the app, then try again.`,
      )
    }
    const db = createDatabaseClient(url, { connections: 1 })
    try {
      const { dataDir, sessionKey, encryptionKey } = readEnv()
      const fingerprints = createDatabaseFingerprints(db)
      const keys = auditKeysOf(await loadInstanceSecrets({ dataDir, sessionKey, encryptionKey, fingerprints }))
      return await work({ db, keys, dataDir })
    } finally {
      await db.$disconnect()
    }
  })
}
