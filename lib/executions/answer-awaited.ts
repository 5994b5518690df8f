import type { DatabaseClient } from '#lib/db/client.ts'
import type { ExecutionId } from '#runner/contract/ids.ts'
import { sha256 } from '#runner/hash.ts'
import { recordedAnswer } from '#runner/journal/recorder.ts'
import type { AnswerStore, UnfinishedExecution } from '#runner/ports.ts'
import type { GuestAnswer } from '#runner/runtimes/runtime.ts'
import { storable } from './storable.ts'
import { readUnfinished } from './unfinished.ts'

type Ports = {
  readonly db: DatabaseClient
  /** This process: the execution is its own from here on. */
  readonly instanceId: string
  readonly answers: AnswerStore
}

class NotAwaited extends Error {}

/**
 * Gives a suspended execution the answer of one of its host calls, and hands it over for the runner to go on with. Undefined: it is
 * not suspended, or does not wait for that answer; of two answers at once, one is taken.
 */
export async function answerAwaited(
  { db, instanceId, answers }: Ports,
  id: ExecutionId,
  seq: number,
  answer: GuestAnswer,
): Promise<UnfinishedExecution | undefined> {
  const large: Promise<void>[] = []
  const result = recordedAnswer(answer, (bytes) => {
    const hash = sha256(bytes)
    large.push(answers.put(hash, bytes))
    return hash
  })
  await Promise.all(large)
  try {
    await db.$transaction(async (tx) => {
      const taken = await tx.execution.updateMany({
        where: { id, status: 'suspended' },
        data: { status: 'running', instanceId },
      })
      if (taken.count !== 1) throw new NotAwaited()
      const settled = await tx.journalEntry.count({ where: { executionId: id, settled: { not: null } } })
      const answered = await tx.journalEntry.updateMany({
        where: { executionId: id, seq, settled: null, result: { path: ['kind'], equals: 'awaited' } },
        data: { result: storable(result), settled },
      })
      if (answered.count !== 1) throw new NotAwaited()
    })
  } catch (cause) {
    if (cause instanceof NotAwaited) return undefined
    throw cause
  }
  return readUnfinished(db, id)
}
