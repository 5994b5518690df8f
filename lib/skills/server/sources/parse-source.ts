import type { SourceSpec } from './source.ts'
import type { SourceTextProblem } from './source-refusal.ts'

/** `text` is the canonical form, which a lock file keeps. */
export type ParsedSource =
  | { readonly ok: true; readonly spec: SourceSpec; readonly text: string }
  | { readonly ok: false; readonly reason: SourceTextProblem }
