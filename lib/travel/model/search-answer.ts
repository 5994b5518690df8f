import type { SkillOutput } from '#runner/contract/skill-io.ts'

/** A source's answer, and the canonical query that it answers. */
export type SearchAnswer = { readonly canonicalQuery: string; readonly output: SkillOutput }
