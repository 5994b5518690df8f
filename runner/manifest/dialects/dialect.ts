import type { ManifestProblem } from '../manifest-problem.ts'
import type { SkillFiles } from '../read-folder.ts'

export type Position = { readonly file: string; readonly line: number; readonly column: number }

/** What a dialect made of a skill's files, in the shape of `ManifestFields` but not yet checked, and where each part stands. */
export type Candidate = {
  readonly fields: Readonly<Record<string, unknown>>
  /** Where the key at `path` or its value stands; of the nearest parent when the path is not in the files. */
  positionOf(path: readonly PropertyKey[], of: 'key' | 'value'): Position
  /** A scalar as its author wrote it; `undefined` for anything else. */
  sourceOf(path: readonly PropertyKey[]): string | undefined
}

export type Reading =
  | { readonly ok: true; readonly candidate: Candidate }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] }

/** One way of writing a manifest. It turns files into a candidate, and judges nothing. */
export type Dialect = {
  /**
   * `undefined`: the files are not written in this dialect. `pathOf` names a file in problems; `name` is what the skill
   * should be called.
   */
  read(files: SkillFiles['files'], about: { name: string; pathOf: (file: string) => string }): Reading | undefined
}
