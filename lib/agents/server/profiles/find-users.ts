import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { mostUsers } from '../../model/console-profile.ts'

type Ports = Pick<DatabaseClient, '$queryRaw'>

/**
 * The profiles with a key of the name `wanted`, without revoked ones: one more than are counted, in no order. The
 * condition on the profile is a subquery, because a join lets the database read profiles that have no such key.
 */
const someUsers = Prisma.sql`
  select k.profile_id from profile_keys k
  where k.name = wanted.name and (select p.revoked_at is null from profiles p where p.id = k.profile_id)
  limit ${mostUsers + 1}`

/** How many profiles have a key of each of these names, without revoked ones. More than `mostUsers` are not counted. */
export async function countUsers(db: Ports, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.$queryRaw<{ name: string; count: number }[]>`
    select wanted.name, (select count(*)::int from (${someUsers}) as using_it) as count
    from unnest(${names}::text[]) as wanted(name)`
  return new Map(rows.map(({ name, count }) => [name, count]))
}

type KeyUser = {
  readonly name: string
  readonly id: string
  readonly description: string
  readonly lockedAt: Date | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/**
 * The profiles that `countUsers` counts, the newest first. Of more than `mostUsers`, they are those that the database
 * finds first: to look for the newest, it would read all.
 */
export async function findUsers(db: Ports, names: readonly string[]): Promise<(name: string) => readonly KeyUser[]> {
  const rows = await db.$queryRaw<KeyUser[]>`
    select wanted.name, id, description, locked_at as "lockedAt", expires_at as "expiresAt", revoked_at as "revokedAt"
    from unnest(${names}::text[]) as wanted(name) cross join lateral (${someUsers}) as using_it
    join profiles on id = profile_id order by created_at desc, id`
  const found = Map.groupBy(rows, ({ name }) => name)
  return (name) => found.get(name) ?? []
}
