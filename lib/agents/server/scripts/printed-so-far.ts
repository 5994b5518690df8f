import { LogArgs } from '#runner/contract/operations/console.ts'
import { type PrintedLine, printedLine } from '#runner/journal/printed.ts'
import type { ScriptPorts } from './script-ports.ts'

/**
 * What suspended scripts printed before they paused, by execution, redacted as in the journal. Lines of more than 4 KB
 * are left out, because the journal stores only their hash.
 */
export async function printedSoFar(
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
