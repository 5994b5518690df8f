import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { getAnswers } from '#lib/skills/server/executions/answer-store.ts'
import { executionFormat } from '#lib/skills/server/executions/execution-format.ts'
import type { RecordSeals } from '#lib/skills/server/executions/record-seals.ts'
import { readUnfinished } from '#lib/skills/server/executions/unfinished.ts'
import type { JournalEntry } from '#runner/contract/journal.ts'
import { storedHashesOf } from '#runner/journal/recall.ts'
import { executionObject } from './execution-object.ts'
import type { AnswerLine } from './export-lines.ts'

/** In characters. With its script and its rules, a longer journal would not fit into a line. */
const longestJournal = 8_000_000
/** In bytes. A larger answer would not fit into a line. */
const largestAnswer = 16 * 1024 * 1024

/** An execution that waits for its model and can move. `seal`: of the state in which it is exported. */
export type Movable = { readonly id: string; readonly seal: string; readonly answers: readonly string[] }

/** The executions of these profiles that wait for their model, and whose record is authentic and complete. */
export async function movableOf(
  tx: Prisma.TransactionClient,
  seals: RecordSeals,
  profiles: readonly string[],
): Promise<readonly Movable[]> {
  const rows = await tx.execution.findMany({
    where: {
      ...{ status: 'suspended', isDurable: true, format: { lte: executionFormat } },
      script: { profileId: { in: [...profiles] } },
    },
    orderBy: { id: 'asc' },
    select: { id: true, seal: true },
  })
  const movable: Movable[] = []
  for (const { id, seal } of rows) {
    const read = await readUnfinished(tx, seals, id, 'suspended')
    if (seal === null || 'altered' in read || !waitsForModel(read.journal)) continue
    if (JSON.stringify(read.journal).length > longestJournal) continue
    const answers = [...new Set(read.journal.flatMap(storedHashesOf))]
    const kept = await tx.answerBlob.count({ where: { hash: { in: answers }, size: { lte: largestAnswer } } })
    if (kept === answers.length) movable.push({ id, seal, answers })
  }
  return movable
}

const modelOps: readonly string[] = ['llm.complete', 'llm.predict']

/**
 * Whether only answers of the model are missing. What a script has put into its small store does not move, so a script
 * that has used it stays.
 */
export const waitsForModel = (journal: readonly JournalEntry[]): boolean =>
  journal.some(({ result }) => result.kind === 'awaited') &&
  journal.every(
    ({ op, result }) =>
      !op.startsWith('kv.') && result.kind !== 'unanswered' && (result.kind !== 'awaited' || modelOps.includes(op)),
  )

/** Each execution after the large answers that it needs. */
export async function* waitingLines(
  tx: Prisma.TransactionClient,
  movable: readonly Movable[],
): AsyncGenerator<string | AnswerLine> {
  for (const { id, answers } of movable) {
    for (const hash of answers) {
      const bytes = (await getAnswers(tx, [hash])).get(hash)
      if (bytes === undefined) throw new Error(`A stored answer of ${id} is damaged`)
      yield { kind: 'answer', hash, bytes: Buffer.from(bytes).toString('base64') }
    }
    const lines = await tx.$queryRaw<{ line: string }[]>`
      select json_build_object('kind', 'waiting', 'replay', e.replay, 'llm_deadline', s.llm_deadline,
        'execution', ${executionObject(Prisma.sql`true`)})::text as line
      from script_executions s join executions e on e.id = s.id where s.id = ${id}`
    for (const { line } of lines) yield line
  }
}
