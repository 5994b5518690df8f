import type { SgNode } from '@ast-grep/napi'

/** The position and reason of a compile error in AJS. Line and column count from 1. */
export type AjsProblem = {
  readonly line: number
  readonly column: number
  readonly message: string
  readonly remedy: string
}

export function problemAt({ node }: { readonly node: SgNode }, message: string, remedy: string): AjsProblem {
  const { line, column } = node.range().start
  return { line: line + 1, column: column + 1, message, remedy }
}
