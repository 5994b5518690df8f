import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Statements } from '#lib/platform/server/db/statements.ts'
import type { AnswerStore } from '#runner/core/ports.ts'
import { maxStoredBytes } from '#runner/journal/recorder.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

type Retention = {
  /** Answers unused for this long are deleted. */
  readonly days: number
  /** Total of compressed answers, in MB. Above it, the least recently used are deleted. */
  readonly mb: number
}

type DatabaseAnswerStore = AnswerStore & {
  /** Deletes answers that are too old or over the size limit. Returns their number. */
  sweep(): Promise<number>
}

const mb = 1024 * 1024
const dayMs = 24 * 60 * 60 * 1000

/**
 * Stores large answers in the database, compressed and deduplicated. Grows by at most a tenth of its limit between
 * sweeps.
 */
export function createAnswerStore(db: DatabaseClient, retention: Retention, now: () => number): DatabaseAnswerStore {
  const limit = retention.mb * mb
  let writtenSinceSweep = 0
  let sweeping: Promise<number> | undefined

  async function removeOldAndExcess(): Promise<number> {
    const oldest = new Date(now() - retention.days * dayMs)
    // Pins the scripts and answers of unfinished executions, which they need to resume.
    return db.$executeRaw`
      with pinned as (
        select hash from executions e
        left join journal_entries j on j.execution_id = e.id,
        lateral (values (e.skill_digest), (j.result_hash), (j.result ->> 'hash'), (j.args ->> 'hash')) as named (hash)
        where e.status in ('running', 'suspended') and e.is_durable and hash is not null
      ), ranked as (
        select hash, last_used_at, sum(stored_size) over (order by last_used_at desc, hash) as total from answer_blobs
      )
      delete from answer_blobs b using ranked r
      where b.hash = r.hash and (r.last_used_at < ${oldest} or r.total > ${limit})
        and not exists (select from pinned where pinned.hash = b.hash)
        -- Repeated for a row that was refreshed in the meantime.
        and b.last_used_at = r.last_used_at`
  }

  /** One sweep at a time: concurrent callers wait for the running one. */
  const sweep = (): Promise<number> => {
    sweeping ??= removeOldAndExcess().finally(() => {
      sweeping = undefined
      writtenSinceSweep = 0
    })
    return sweeping
  }

  return {
    sweep,
    async put(hash, bytes) {
      writtenSinceSweep += await putAnswer(db, hash, bytes, new Date(now()))
      if (writtenSinceSweep > limit / 10) await sweep()
    },
    get: (hashes) => getAnswers(db.sql, hashes),
  }
}

type Rows = Pick<DatabaseClient, 'answerBlob'>
type StoredAnswer = { readonly hash: string; readonly bytes: Uint8Array; readonly size: number }

/** Stores an answer. Returns the bytes that this takes. */
export async function putAnswer(db: Rows, hash: string, bytes: Uint8Array, lastUsedAt: Date): Promise<number> {
  const known = await db.answerBlob.updateMany({ where: { hash }, data: { lastUsedAt } })
  if (known.count > 0) return 0
  const compressed = Uint8Array.from(await compress(bytes))
  const storedSize = compressed.length
  await db.answerBlob.createMany({
    data: [{ hash, bytes: compressed, size: bytes.length, storedSize, createdAt: lastUsedAt, lastUsedAt }],
    skipDuplicates: true,
  })
  return storedSize
}

/** The stored answers. Those that are missing or damaged are left out. */
export async function getAnswers(
  db: Pick<Statements, '$queryRaw'>,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await db.$queryRaw<
    StoredAnswer[]
  >`select hash, bytes, size from answer_blobs where hash = any(${hashes})`
  const kept = await Promise.all(rows.map(async (row) => [row.hash, await answerOf(row)] as const))
  return new Map(kept.flatMap(([hash, bytes]) => (bytes ? [[hash, bytes]] : [])))
}

/** Decompresses an answer up to its recorded size. Undefined if the stored bytes are damaged. */
async function answerOf({ bytes, size }: StoredAnswer): Promise<Uint8Array | undefined> {
  // At least one byte: zero would mean no limit.
  const maxOutputLength = Math.max(1, Math.min(size, maxStoredBytes))
  try {
    const answer = await decompress(bytes, { maxOutputLength })
    return answer.length === size ? answer : undefined
  } catch {
    return undefined
  }
}
