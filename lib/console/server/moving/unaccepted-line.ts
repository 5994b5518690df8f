import type { FieldProblem } from '#runner/manifest/input-problems.ts'

/** A line of a file that this instance would accept in no other way. `line`: its kind, and its name if that can be shown. */
export class UnacceptedLine extends Error {
  override readonly name = 'UnacceptedLine'
  readonly line: { readonly kind: string; readonly name: string }
  readonly problems: readonly FieldProblem[]

  constructor(line: UnacceptedLine['line'], problems: readonly FieldProblem[]) {
    super('A line of an import is not accepted')
    this.line = line
    this.problems = problems
  }
}
