import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import type { DatabaseClient } from '../../lib/platform/server/db/client.ts'
import { parentOf, processesMs } from '../process/processor-time.ts'
import { listenerOf } from '../web/listener-of.ts'

/** What an app has used since it started. */
export type Used = {
  readonly appMs: number
  readonly databaseMs: number
  /** To and from the app, as the sockets of its clients count them. */
  readonly requestBytes: number
  readonly answerBytes: number
  /** Bodies of requests to providers and of their answers, as the app counts them. */
  readonly providerBytes: number
  readonly rows: number
  readonly databaseBytes: number
  /** What the database has logged, to survive a crash. */
  readonly walBytes: number
}

/** The audit trail is sealed once a minute. */
const askAgainMs = 1000

const Read = z.tuple([
  z.object({
    backend: z.number(),
    provider: z.number(),
    rows: z.number(),
    database: z.number(),
    wal: z.number(),
  }),
])

/**
 * Reads what the app on this port and its database have used, when all audit rows are sealed. Create it before the
 * clients connect.
 */
export function openMeter(db: DatabaseClient, port: number): () => Promise<Used> {
  const sockets: Socket[] = []
  subscribe('undici:client:connected', (event) => {
    const { socket } = Object(event)
    sockets.push(socket)
  })
  const sum = (of: (socket: Socket) => number) => sockets.reduce((total, socket) => total + of(socket), 0)
  return async () => {
    while (!(await isSealed(db))) await wait(askAgainMs)
    const [read] = Read.parse(
      await db.$queryRaw`
        select pg_backend_pid() as backend, pg_database_size(current_database())::float8 as database,
          pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
          (select coalesce(sum(bytes), 0)::float8 from usage_days) as provider,
          (select sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', schemaname, relname),
            false, true, '')))[1]::text::bigint)::float8 from pg_stat_user_tables) as rows`,
    )
    return {
      appMs: processesMs(listenerOf(port)),
      databaseMs: processesMs(parentOf(read.backend)),
      requestBytes: sum(({ bytesWritten }) => bytesWritten),
      answerBytes: sum(({ bytesRead }) => bytesRead),
      providerBytes: read.provider,
      rows: read.rows,
      databaseBytes: read.database,
      walBytes: read.wal,
    }
  }
}

async function isSealed(db: DatabaseClient): Promise<boolean> {
  return (await db.auditEvent.count()) === (await db.auditLeaf.count())
}
