import type { SkillCheck } from '#gates/judge.ts'
import type { ManifestProblem } from '#runner/manifest/manifest-problem.ts'
import type { ExampleProblem } from '../invoking/run-examples.ts'
import type { SourceRefusal } from '../sources/source-refusal.ts'

/** Why a skill cannot be published. Nothing was published. `lib/cli/skill-publish.ts` makes the sentences. */
export type PublishProblem =
  | { readonly code: 'source'; readonly refusal: SourceRefusal }
  /** The folder has several skills, and a command publishes one. */
  | { readonly code: 'several'; readonly names: readonly string[] }
  | { readonly code: 'folder'; readonly problems: readonly ManifestProblem[] }
  /** The gates do not admit it. */
  | { readonly code: 'gates'; readonly check: SkillCheck }
  | { readonly code: 'gates_unfinished'; readonly detail: string }
  /** Examples that are wrong, or that do not end as they should. */
  | { readonly code: 'examples'; readonly problems: readonly ExampleProblem[] }
  /** This instance has no key to sign with. */
  | { readonly code: 'no_key' }
  | { readonly code: 'no_git' }
  | { readonly code: 'no_repository'; readonly folder: string }
  | { readonly code: 'branch_exists'; readonly branch: string }
  /** `detail`: what git said. */
  | { readonly code: 'git'; readonly command: string; readonly detail: string }

export type Published<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: PublishProblem }

export const notPublished = (problem: PublishProblem): { readonly ok: false; readonly problem: PublishProblem } => ({
  ok: false,
  problem,
})
