import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'

/** Long enough for a slow download of a large history. */
const timeout = 4 * 60 * 60_000

/**
 * Yields what `read` yields from one snapshot of the database, as fast as it is consumed. The transaction ends with the
 * iteration, also when that ends early.
 */
export async function* linesInSnapshot(
  db: Pick<DatabaseClient, '$transaction'>,
  read: (tx: Prisma.TransactionClient) => AsyncIterable<string>,
): AsyncGenerator<string> {
  const { readable, writable } = new TransformStream<string, string>()
  const writer = writable.getWriter()
  const done = db
    .$transaction(
      async (tx) => {
        // Between two lines, the transaction waits for whoever downloads them. It holds no locks of rows.
        await tx.$executeRaw`set local idle_in_transaction_session_timeout = '10min'`
        for await (const line of read(tx)) await writer.write(line)
      },
      { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead, timeout },
    )
    .then(
      () => writer.close(),
      (cause: unknown) => writer.abort(cause),
    )
  // The reader meets the error.
  done.catch(() => {})
  try {
    yield* readable
  } finally {
    await done.catch(() => {})
  }
}
