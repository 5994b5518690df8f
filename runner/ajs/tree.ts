import type { SgNode } from '@ast-grep/napi'

/** A node of a syntax tree with its position. `end` is exclusive. `start` and `end` count UTF-16 units. */
export type Part = {
  readonly kind: string
  readonly node: SgNode
  readonly start: number
  readonly end: number
  readonly parent: Part | undefined
  readonly children: readonly Part[]
  /**
   * The innermost function around the node. Undefined: the node is top-level code, which runs when the file is loaded.
   */
  readonly around: Part | undefined
}

/** Node kinds that form a separate scope for `await`. */
const functionKinds = new Set([
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'generator_function_declaration',
  'generator_function',
  'class_static_block',
  'field_definition',
])

export const isFunction = ({ kind }: Part): boolean => functionKinds.has(kind)

/**
 * The nodes of a tree, each before its children, with their parents: the parser finds a parent only by a walk from the
 * root.
 */
export function partsOf(root: SgNode): readonly Part[] {
  const parts: Part[] = []
  const waiting: { node: SgNode; parent: (Part & { children: Part[] }) | undefined }[] = [
    { node: root, parent: undefined },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next
    const { start, end } = node.range()
    const around = parent !== undefined && isFunction(parent) ? parent : parent?.around
    const part = { kind: String(node.kind()), node, start: start.index, end: end.index, parent, children: [], around }
    parent?.children.push(part)
    parts.push(part)
    for (const child of node.children().reverse()) waiting.push({ node: child, parent: part })
  }
  return parts
}

export const isAsync = ({ children }: Part): boolean => children.some(({ kind }) => kind === 'async')
/** The name that a function, class or constant declares. */
export const declaredName = ({ children }: Part): Part | undefined => children.find(({ kind }) => kind === 'identifier')
export const bodyOf = ({ children }: Part): Part | undefined => children.at(-1)
export const textOf = ({ node }: Part): string => node.text()

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
