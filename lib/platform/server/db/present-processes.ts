import type pg from 'pg'
import { DatabaseError } from './database-error.ts'

/** Only what tells which processes can go on beside a migration. */
type Marked = { readonly name: string; readonly sql: string }

/**
 * The first line of a migration beside which processes of earlier versions go on: it names the last migration that such
 * a version needs. It is recorded with the migration, because an earlier version lacks the file. Absent: none goes on.
 */
export const compatibleWith = (sql: string): string | null => /^-- Compatible with (\S+)\n/.exec(sql)?.[1] ?? null

const presence = 'travel.aw instance'

/**
 * The name of the session with which a process is present. It contains the last migration that the process knows, for
 * those that migrate the database beside it.
 */
export const presentAs = (migrations: readonly Marked[]): string => `${presence} ${migrations.at(-1)?.name ?? ''}`

/** In `pg_stat_activity`: the sessions of this database with which processes are present. A pooler keeps their names. */
export const isPresence = `datname = current_database() and starts_with(application_name, '${presence}')
  and pid in (select pid from pg_locks where locktype = 'advisory' and granted)`

type Process = { readonly name: string; readonly address: string | null; readonly since: Date }

/**
 * Refuses to apply these migrations beside present processes that cannot go on with one of them, and names both. A
 * process that does not say its last migration counts as one that cannot.
 */
export async function refuseBesideOthers(client: pg.Client, todo: readonly Marked[]): Promise<void> {
  if (todo.length === 0) return
  const { rows } = await client.query<Process>(
    `select application_name as name, client_addr as address, backend_start as since
     from pg_stat_activity where ${isPresence} order by backend_start`,
  )
  for (const { name, sql } of todo) {
    const needed = compatibleWith(sql)
    const unable = rows.filter((process) => needed === null || lastOf(process) < needed)
    if (unable.length === 0) continue
    throw new DatabaseError(
      `Migration ${name} needs a stop of the processes that still use the database: ${unable.map(wordsOf).join('; ')}. Stop them, then start again. One that was cut off is gone after 30 seconds.`,
    )
  }
}

/** Names of migrations begin with their time. */
const lastOf = ({ name }: Process): string => name.slice(presence.length + 1)

const wordsOf = (process: Process): string =>
  `${process.address ?? 'on its machine'} since ${process.since.toISOString()}, last migration ${lastOf(process) || 'unknown'}`
