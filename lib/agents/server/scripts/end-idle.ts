import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { endExecutions } from '#lib/skills/server/executions/end-executions.ts'
import { type ErrorBody, type ErrorCode, scriptName } from '#runner/contract/errors.ts'
import { errorOf } from '#runner/contract/faults.ts'
import { LogArgs } from '#runner/contract/operations/console.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { Clock } from '#runner/core/ports.ts'
import { type PrintedLine, printedLine } from '#runner/journal/printed.ts'
import { scriptVersion } from '#runner/script/script.ts'
import { scriptReport } from '#runner/script/script-report.ts'
import type { ExecutionEvents } from './execution-events.ts'
import type { ScriptPorts } from './script-ports.ts'

export type EndPorts = Pick<ScriptPorts, 'db' | 'audit'> & {
  readonly clock: Pick<Clock, 'now'>
  readonly events: Pick<ExecutionEvents, 'changed'>
}

/** Why executions that no process runs are ended. `error`: the message for the agent. `more`: of its error. */
type IdleEnd = {
  readonly code: ErrorCode
  readonly error: string
  readonly more?: Pick<ErrorBody, 'reason' | 'fault' | 'details'>
  /** Ends only executions that have one of these seals. Absent: whatever their seal is. */
  readonly seals?: readonly string[]
}

/**
 * Ends executions of scripts that no process runs: pending ones, and those that wait for an answer. Leaves others
 * unchanged. Returns the ids of the ended executions.
 */
export async function endIdle(
  { db, audit, clock, events }: EndPorts,
  ids: readonly string[],
  { code, error, more = {}, seals }: IdleEnd,
  /** Belongs to the same transaction. Gets the ids of the ended executions. */
  alsoStore?: (tx: Prisma.TransactionClient, ended: readonly string[]) => Promise<unknown>,
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const printed = await printedSoFar(db, ids)
  const reportOf = (id: string | undefined) => {
    const { stdout, stderr } = scriptReport({ printed: (id && printed.get(id)) || [] })
    return { stdout, stderr }
  }
  const outputOf = (id: string | undefined) =>
    ({
      status: 'error',
      skill: scriptName,
      version: scriptVersion,
      script: { ...reportOf(id), error },
      error: { ...errorOf(code, { skill: scriptName, detail: error }), ...more },
    }) satisfies SkillOutput
  // Executions that printed nothing get the same output, so one statement ends them all.
  const groups = Map.groupBy(ids, (id) => (printed.has(id) ? id : undefined))
  const ended = await db.$transaction(async (tx) => {
    const at = new Date(clock.now())
    const done: string[] = []
    const records: AuditRecord[] = []
    for (const [id, group] of groups) {
      const where: Prisma.ExecutionWhereInput = {
        id: { in: group },
        skill: scriptName,
        status: { in: ['pending', 'suspended'] },
        ...(seals === undefined ? {} : { seal: { in: [...seals] } }),
      }
      const ended = await endExecutions(tx, where, { at, output: outputOf(id) })
      records.push(...ended.records)
      done.push(...ended.ids)
    }
    await tx.$executeRaw`update script_executions set llm_deadline = null where id = any(${done}::text[])`
    await audit.record(tx, ...records)
    await alsoStore?.(tx, done)
    return done
  })
  for (const id of ended) events.changed(id)
  return ended
}

/**
 * What suspended scripts printed before they paused, by execution, redacted as in the journal. Lines of more than 4 KB
 * are left out, because the journal stores only their hash.
 */
async function printedSoFar(
  db: Pick<ScriptPorts['db'], 'journalEntry'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PrintedLine[]>> {
  const rows = await db.journalEntry.findMany({
    where: { executionId: { in: [...ids] }, op: 'console.log' },
    orderBy: [{ executionId: 'asc' }, { seq: 'asc' }],
    select: { executionId: true, args: true },
  })
  const printed = new Map<string, PrintedLine[]>()
  for (const { executionId, args } of rows) {
    const line = LogArgs.safeParse(args)
    if (!line.success) continue
    const lines = printed.get(executionId) ?? []
    lines.push(printedLine(line.data))
    printed.set(executionId, lines)
  }
  return printed
}
