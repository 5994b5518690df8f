import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { mostUsers } from '../../model/console-profile.ts'

type Ports = Pick<DatabaseClient, '$queryRaw'>

/**
 * The profiles with a key of the name `wanted`, without revoked ones: one more than are counted, in the order of their
 * index. The condition on the profile is a subquery, because a join lets the database read profiles without such a key.
 */
const someUsers = Prisma.sql`
  select k.profile_id from profile_keys k
  where k.name = wanted.name and (select p.revoked_at is null from profiles p where p.id = k.profile_id)
  order by k.profile_id limit ${mostUsers + 1}`

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
  /** The number of all users, as `countUsers` gives it. */
  readonly total: number
}

/**
 * The newest profiles that `countUsers` counts, at most `most` of each name. Of more than `mostUsers`, they are the newest
 * of those that the index has first: to look for the newest of all, the database would read all.
 */
export async function findUsers(
  db: Ports,
  names: readonly string[],
  most: number,
): Promise<(name: string) => readonly KeyUser[]> {
  const rows = await db.$queryRaw<KeyUser[]>`
    select wanted.name, newest.* from unnest(${names}::text[]) as wanted(name) cross join lateral (
      select id, description, locked_at as "lockedAt", expires_at as "expiresAt", revoked_at as "revokedAt",
        count(*) over ()::int as total
      from (${someUsers}) as using_it join profiles on id = profile_id
      order by created_at desc, id limit ${most}) as newest`
  const found = Map.groupBy(rows, ({ name }) => name)
  return (name) => found.get(name) ?? []
}
