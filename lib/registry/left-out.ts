import { relative } from 'node:path'
import { findProjectRoot } from '#lib/env/project-root.ts'
import type { LeftOut } from '#lib/shared/console-skill.ts'
import type { ManifestProblem } from '#runner/manifest/manifest-problem.ts'

/** The problems of skills that are left out, as an operator reads them. */
export const leftOutOf = (problems: readonly ManifestProblem[]): LeftOut[] =>
  problems.map((problem) => ({ ...problem, file: shownFile(problem.file) }))

function shownFile(file: string): string {
  const inside = relative(findProjectRoot(), file)
  return inside.startsWith('..') ? file : inside
}
