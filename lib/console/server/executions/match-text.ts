import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { scriptName } from '#runner/contract/errors.ts'

const maxWords = 8
/** The most profiles that a text may name. */
const maxProfiles = 50
/** The most scripts whose text may have the words. */
const maxScripts = 1000

/** Alternatives, each of which an index answers. `words`: those that take long to check row by row. */
export type Alternatives = { readonly some: readonly Prisma.Sql[]; readonly words: readonly Prisma.Sql[] }

/**
 * The conditions on an execution `e` that a text finds: the beginning of its id, the words of its request or script, its
 * skill, and its profile. An execution matches if one of them is true.
 */
export async function matchText(
  db: Pick<DatabaseClient, 'skillRelease' | 'profile'>,
  text: string,
): Promise<Alternatives> {
  const id = /^\s*(exec_[0-9A-Za-z]{1,22})\s*$/.exec(text)?.[1]
  // In every collation, the ids with this beginning are between these two texts: z is the last character of an id.
  if (id !== undefined) {
    const isBetween = Prisma.sql`e.id between ${id} and ${id.padEnd(28, 'z')} and starts_with(e.id, ${id})`
    return { some: [isBetween], words: [] }
  }
  const words = wordsOf(text)
  const whole = words.join(' ')
  if (whole === '') return { some: [Prisma.sql`false`], words: [] }
  const [skills, profiles] = await Promise.all([
    db.skillRelease.findMany({ distinct: ['name'], select: { name: true }, where: { name: { contains: whole } } }),
    db.profile.findMany({
      where: { OR: [{ id: { startsWith: whole } }, { description: { contains: whole, mode: 'insensitive' } }] },
      select: { id: true },
      orderBy: { createdAt: 'desc' },
      take: maxProfiles,
    }),
  ])
  const names = [...skills.map(({ name }) => name), ...(scriptName.includes(whole.toLowerCase()) ? [scriptName] : [])]
  const asked = queryOf(words)
  const scripts = Prisma.sql`array(
    select digest from scripts where to_tsvector('simple', left(text, 20000)) @@ ${asked} limit ${maxScripts})`
  return {
    words: [
      Prisma.sql`e.skill <> 'script' and to_tsvector('simple', left((e.input->'params')::text, 2000)) @@ ${asked}`,
      // Without a script, no execution is read.
      Prisma.sql`cardinality(${scripts}) > 0 and e.skill_digest = any(${scripts})`,
    ],
    some: [
      ...names.map((name) => Prisma.sql`e.skill = ${name}`),
      ...profiles.map(({ id }) => Prisma.sql`e.principal_id = ${id}`),
    ],
  }
}

const wordsOf = (text: string): string[] =>
  text
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, maxWords)

/** Finds texts that have a word with each of these beginnings. */
function queryOf(words: readonly string[]): Prisma.Sql {
  const quoted = words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`)
  return Prisma.sql`to_tsquery('simple', ${quoted.join(' & ')})`
}
