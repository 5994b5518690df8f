import type { SkillOutput } from '#runner/contract/skill-io.ts'

/** A source's answer, and the canonical query of the search that it answers. */
export type SearchAnswer = { readonly search: string; readonly output: SkillOutput }
