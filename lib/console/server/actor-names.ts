import type { DatabaseClient } from '#lib/platform/server/db/client.ts'

/** The display names of accounts. A deleted account has no entry. */
export async function actorNames(db: DatabaseClient, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const users = await db.user.findMany({
    where: { id: { in: [...new Set(ids.flatMap((id) => id ?? []))] } },
    select: { id: true, name: true, email: true },
  })
  return new Map(users.map(({ id, name, email }) => [id, name ?? email ?? 'A guest']))
}
