import * as z from 'zod'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { GuestAnswer } from '#runner/contract/host-seam.ts'
import type { ExecutionId } from '#runner/contract/ids.ts'
import type { JournalEntry, JournalResult } from '#runner/contract/journal.ts'
import { Json } from '#runner/contract/skill-io.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { AlteredExecution, AnswerStore, UnfinishedExecution } from '#runner/core/ports.ts'
import { storedHashesOf } from '#runner/journal/recall.ts'
import { maxStoredBytes, recordedAnswer } from '#runner/journal/recorder.ts'
import { executionFormat } from './execution-format.ts'
import { startOfRow, storedEntry } from './record-rows.ts'
import type { RecordSeals } from './record-seals.ts'
import { readUnfinished } from './unfinished.ts'

type Ports = {
  readonly db: DatabaseClient
  /** This process, which owns the execution after the answer. */
  readonly instanceId: string
  readonly answers: AnswerStore
  readonly seals: RecordSeals
}

class NotAwaited extends Error {}
export class TooManyAnswers extends RangeError {}

/** Maximum size of a value from outside, as JSON. */
export const maxAnswerBytes = 1024 * 1024

const AwaitedAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('value'), value: Json }),
  z.strictObject({ kind: z.literal('rejected'), name: z.string().max(100), message: z.string().max(4096) }),
])

/**
 * Answers a host call of a suspended execution and returns the execution for the runner to resume. Returns undefined if
 * the execution is not suspended or does not wait for this call. Of two concurrent answers, one is accepted.
 * `alsoStore` belongs to the same transaction.
 *
 * @throws {TypeError | RangeError} if the answer is invalid or too large, or (TooManyAnswers) too large together with
 *   what is stored for the execution. The execution then keeps waiting.
 */
export async function answerAwaited(
  { db, instanceId, answers, seals }: Ports,
  id: ExecutionId,
  seq: number,
  answer: GuestAnswer,
  alsoStore?: (tx: Prisma.TransactionClient) => Promise<unknown>,
): Promise<UnfinishedExecution | AlteredExecution | undefined> {
  // Checked first, so that an unexpected answer is not stored.
  const waiting = await readWaiting({ db, seals }, id, seq)
  if (!waiting) return undefined
  const result = 'altered' in waiting ? undefined : await keptAnswer({ db, answers }, waiting, answer)
  try {
    return await db.$transaction(async (tx) => {
      const taken = await tx.execution.updateMany({
        where: { id, status: 'suspended' },
        data: { status: 'running', instanceId, format: executionFormat },
      })
      if (taken.count !== 1) throw new NotAwaited()
      const unfinished = await readUnfinished(tx, seals, id, 'suspended')
      if ('altered' in unfinished) return unfinished
      const { journal } = unfinished
      const call = awaitedCall(unfinished, seq)
      if (!call || !result) throw new NotAwaited()
      const settled = journal.filter((entry) => entry.settled !== undefined).length
      const answered = storedEntry({ ...call, result, settled })
      await tx.journalEntry.update({
        where: { executionId_seq: { executionId: id, seq } },
        data: { result: Object(answered.result), settled, mac: seals.entry(id, answered) },
      })
      const row = await tx.execution.findUniqueOrThrow({ where: { id } })
      await tx.execution.update({ where: { id }, data: { seal: await seals.running(startOfRow(row)) } })
      await alsoStore?.(tx)
      return { ...unfinished, journal: journal.map((entry) => (entry === call ? answered : entry)) }
    })
  } catch (cause) {
    if (cause instanceof NotAwaited) return undefined
    throw cause
  }
}

async function readWaiting(
  { db, seals }: Pick<Ports, 'db' | 'seals'>,
  id: ExecutionId,
  seq: number,
): Promise<UnfinishedExecution | AlteredExecution | undefined> {
  if ((await db.execution.count({ where: { id, status: 'suspended' } })) === 0) return undefined
  const read = await readUnfinished(db, seals, id, 'suspended')
  return 'altered' in read || awaitedCall(read, seq) ? read : undefined
}

const awaitedCall = ({ journal }: UnfinishedExecution, seq: number): JournalEntry | undefined =>
  journal.find((entry) => entry.seq === seq && entry.result.kind === 'awaited' && entry.settled === undefined)

/** The answer as a journal result. A large value is stored by the time this resolves. */
async function keptAnswer(
  { db, answers }: Pick<Ports, 'db' | 'answers'>,
  { journal }: UnfinishedExecution,
  answer: GuestAnswer,
): Promise<JournalResult> {
  const large = new Map<string, Uint8Array>()
  const result = recordedAnswer(checkedAnswer(answer), (bytes) => {
    const hash = sha256(bytes)
    large.set(hash, bytes)
    return hash
  })
  for (const [hash, bytes] of large) {
    const stored = [...new Set(journal.flatMap(storedHashesOf))]
    const { _sum: others } = await db.answerBlob.aggregate({
      where: { hash: { in: stored, not: hash } },
      _sum: { size: true },
    })
    if ((others.size ?? 0) + bytes.length > maxStoredBytes) {
      const most = `${maxStoredBytes / 1024 / 1024} MB`
      throw new TooManyAnswers(`the large answers of an execution have at most ${most} together: send a shorter one`)
    }
    await answers.put(hash, bytes)
  }
  return result
}

function checkedAnswer(answer: GuestAnswer): GuestAnswer {
  const parsed = AwaitedAnswer.safeParse(answer)
  if (!parsed.success) throw new TypeError(`The answer is not valid: ${z.prettifyError(parsed.error)}`)
  const bytes = Buffer.byteLength(JSON.stringify(parsed.data.kind === 'value' ? parsed.data.value : parsed.data))
  if (bytes > maxAnswerBytes) {
    throw new RangeError(
      `The answer has ${bytes} bytes as JSON, and the limit is ${maxAnswerBytes} bytes: send a shorter one`,
    )
  }
  return parsed.data
}
