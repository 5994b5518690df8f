import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import type { AuditKeys } from '#lib/platform/server/audit/audit-keys.ts'
import { auditHeadPath, readHeads } from '#lib/platform/server/audit/head-file.ts'
import { type AuditVerdict, verifyAuditTrail } from '#lib/platform/server/audit/verify-audit-trail.ts'
import { errorCodeOf } from '#lib/platform/server/db/database-error.ts'
import { CommandFailure } from './expected-failure.ts'
import { withAuditTrail } from './with-audit-trail.ts'
import { workingDir } from './working-dir.ts'

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

function readable({ findings, rows, sealed, known, proofHashes, opened }: AuditVerdict): string {
  const proof = proofHashes === undefined ? '' : `, a prefix of the tree (proof of ${proofHashes} hashes)`
  const lines = [
    ...(findings.length === 0 ? ['The audit trail is intact.'] : ['The audit trail failed the check:']),
    ...findings.map(({ sentence }) => `  ${sentence}`),
    `Rows: ${rows}, ${sealed} of them sealed.`,
    known === undefined
      ? 'Newest known head: none.'
      : `Newest known head: ${known.size} rows, signed at ${known.at.toISOString()}${proof}.`,
    ...(opened.length > 1
      ? [`Head files start at rows ${opened.join(', ')}: each start is a new data folder or a removed head file.`]
      : []),
  ]
  return `${lines.join('\n')}\n`
}
