import type { ManifestProblem } from '../manifest-problem.ts'

type Position = { readonly file: string; readonly line: number; readonly column: number }
export type Path = readonly PropertyKey[]

/**
 * The result of reading a skill's files: fields in the shape of `ManifestFields`, still unchecked, and their positions.
 */
export type Candidate = {
  /** The name that the manifest must have. */
  readonly requiredName: string
  readonly fields: Readonly<Record<string, unknown>>
  /**
   * The position of the key at `path` or of its value. For a path that does not exist, the position of its nearest
   * parent.
   */
  positionOf(path: Path, of: 'key' | 'value'): Position
  /** A scalar as its author wrote it. `undefined` for anything else. */
  sourceOf(path: Path): string | undefined
  /** The path in the author's file: `permissions.exec` may be `metadata.amber.permissions.local_binaries` there. */
  writtenAs(path: Path): Path
  /** Sentences: facts about the skill, and parts of the author's file that have no effect or are read differently. */
  readonly statements: readonly string[]
}

export type Reading =
  | {
      readonly ok: true
      readonly candidate: Candidate
      /** Warnings about parts that have no effect or that were corrected. The skill still loads. */
      readonly warnings: readonly ManifestProblem[]
    }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] }

/** `pathOf` gives the path of a file in problems. `name` is the name of the folder. */
export type About = { readonly name: string; readonly pathOf: (file: string) => string }
