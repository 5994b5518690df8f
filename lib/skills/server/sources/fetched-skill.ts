import type { Files } from './check-entries.ts'
import { writePrivateSkill } from './private-skill.ts'
import type { Fetched, Offered } from './source.ts'
import { type SourceRefusal, shown } from './source-refusal.ts'

/** What only some sources know, absent in the others. */
const unknown = {
  commit: undefined,
  ref: undefined,
  version: undefined,
  digest: undefined,
  dependencies: {},
  conflicts: [],
  publisher: undefined,
} as const

type Facts = Pick<Fetched, 'name' | 'source'> & Partial<Omit<Fetched, 'ok' | 'folder'>>

/** Writes the files of one skill, and says where they are from. */
export async function fetchedSkill(parent: string, files: Files, facts: Facts): Promise<Fetched | SourceRefusal> {
  const written = await writePrivateSkill(parent, facts.name, files)
  return written.ok ? { ...unknown, ...facts, ...written } : written
}

/** An offer of a source that says only these facts. Its texts are one line each, with a mark for what nobody sees. */
export const offeredSkill = ({
  description,
  author,
  categories = [],
  ...facts
}: Pick<Offered, 'name' | 'description' | 'source'> & Partial<Offered>): Offered => ({
  dependencies: {},
  conflicts: [],
  ...facts,
  description: shown(description, 1024),
  author: author && shown(author),
  categories: categories.map((category) => shown(category)),
})
