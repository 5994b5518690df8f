import type { ManifestProblem } from '#runner/manifest/manifest-problem.ts'
import type { SourceRefusal, SourceTextProblem } from '../sources/source-refusal.ts'
import type { PackageProblems } from './python-packages.ts'
import type { ResolveProblem } from './resolve.ts'

/** Why skills cannot be installed, updated, rolled back or removed. `problem-words.ts` makes the sentences. */
export type InstallProblem =
  | { readonly code: 'source_text'; readonly reason: SourceTextProblem }
  | { readonly code: 'source'; readonly refusal: SourceRefusal }
  | { readonly code: 'folder'; readonly problems: readonly ManifestProblem[] }
  /** The skill's own manifest says another name than the one that was asked for. */
  | { readonly code: 'other_name'; readonly asked: string; readonly found: string }
  /** The registry, and the signature in it, say another version than the skill's own manifest. */
  | { readonly code: 'other_version'; readonly name: string; readonly asked: string; readonly found: string }
  | { readonly code: 'of_project'; readonly name: string }
  | { readonly code: 'other_source'; readonly name: string; readonly installed: string; readonly asked: string }
  /** Null: no key, the release is not signed. */
  | {
      readonly code: 'other_publisher'
      readonly name: string
      readonly installed: string
      readonly found: string | null
    }
  | { readonly code: 'relations'; readonly name: string; readonly problem: ResolveProblem }
  /** `refusal`: what the gates say. */
  | { readonly code: 'gates'; readonly name: string; readonly refusal: string }
  /** Packages that its Python code needs, and that its executions would not find. */
  | { readonly code: 'python_packages'; readonly name: string; readonly packages: readonly string[] }
  /** Packages that are here in another version than its Python code needs. */
  | { readonly code: 'python_versions'; readonly name: string; readonly packages: PackageProblems['wrong'] }
  /** Its pyproject.toml is not valid, or that or its requirements.txt is too long. */
  | { readonly code: 'python_project'; readonly name: string }
  /** `isOfProject`: a skill of the project has this name. */
  | {
      readonly code: 'not_installed'
      readonly name: string
      readonly installed: readonly string[]
      readonly isOfProject: boolean
    }
  | { readonly code: 'nothing_before'; readonly name: string }
  | { readonly code: 'files_missing'; readonly name: string }
  | { readonly code: 'needed'; readonly name: string; readonly by: readonly string[] }
  /** A frozen installation: these are installed, and the lock does not name them. */
  | { readonly code: 'not_locked'; readonly names: readonly string[] }
  /** A frozen installation: `field` of the lock is not what the source has. */
  | {
      readonly code: 'differs'
      readonly name: string
      readonly field: string
      readonly expected: string
      readonly found: string
    }
  | { readonly code: 'no_lock'; readonly file: string; readonly detail: string | undefined }
  /** Another process changed the skill meanwhile. */
  | { readonly code: 'changed_meanwhile'; readonly name: string }

export type Done<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: InstallProblem }

export const cannot = (problem: InstallProblem): { readonly ok: false; readonly problem: InstallProblem } => ({
  ok: false,
  problem,
})
