import type { DatabaseClient } from '#lib/db/client.ts'
import type { ExecutionId } from '#runner/contract/ids.ts'
import { sha256 } from '#runner/hash.ts'
import { recordedAnswer } from '#runner/journal/recorder.ts'
import type { AlteredExecution, AnswerStore, UnfinishedExecution } from '#runner/ports.ts'
import type { GuestAnswer } from '#runner/runtimes/runtime.ts'
import { startOfRow, storedEntry } from './record-rows.ts'
import type { RecordSeals } from './record-seals.ts'
import { readUnfinished } from './unfinished.ts'

type Ports = {
  readonly db: DatabaseClient
  /** This process: the execution is its own from here on. */
  readonly instanceId: string
  readonly answers: AnswerStore
  readonly seals: RecordSeals
}

class NotAwaited extends Error {}

/**
 * Gives a suspended execution the answer of one of its host calls, and hands it over for the runner to go on with. Undefined: it is
 * not suspended, or does not wait for that answer; of two answers at once, one is taken.
 */
export async function answerAwaited(
  { db, instanceId, answers, seals }: Ports,
  id: ExecutionId,
  seq: number,
  answer: GuestAnswer,
): Promise<UnfinishedExecution | AlteredExecution | undefined> {
  const large: Promise<void>[] = []
  const result = recordedAnswer(answer, (bytes) => {
    const hash = sha256(bytes)
    large.push(answers.put(hash, bytes))
    return hash
  })
  await Promise.all(large)
  try {
    return await db.$transaction(async (tx) => {
      const taken = await tx.execution.updateMany({
        where: { id, status: 'suspended' },
        data: { status: 'running', instanceId },
      })
      if (taken.count !== 1) throw new NotAwaited()
      const unfinished = await readUnfinished(tx, seals, id, 'suspended')
      if ('altered' in unfinished) return unfinished
      const { journal } = unfinished
      const call = journal.find((entry) => entry.seq === seq)
      if (call?.result.kind !== 'awaited' || call.settled !== undefined) throw new NotAwaited()
      const settled = journal.filter((entry) => entry.settled !== undefined).length
      const answered = storedEntry({ ...call, result, settled })
      await tx.journalEntry.update({
        where: { executionId_seq: { executionId: id, seq } },
        data: { result: Object(answered.result), settled, mac: seals.entry(id, answered) },
      })
      const row = await tx.execution.findUniqueOrThrow({ where: { id } })
      await tx.execution.update({ where: { id }, data: { seal: await seals.running(startOfRow(row)) } })
      return { ...unfinished, journal: journal.map((entry) => (entry === call ? answered : entry)) }
    })
  } catch (cause) {
    if (cause instanceof NotAwaited) return undefined
    throw cause
  }
}
