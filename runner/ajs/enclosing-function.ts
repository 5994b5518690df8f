import type { SgNode } from '@ast-grep/napi'

const functionKinds = [
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'generator_function_declaration',
  'generator_function',
  'class_static_block',
  'field_definition',
] as const

/** Whether a node has a body of its own, in which `await` belongs to it. */
export const isFunction = (node: SgNode): boolean => functionKinds.some((kind) => kind === node.kind())

/** The innermost function around a position. Undefined: what stands there runs when the file is loaded. */
export type EnclosingFunction = (at: number) => SgNode | undefined

/** Finds all functions once: walking up from each of many nested calls would take minutes. */
export function enclosingFunctionIn(root: SgNode): EnclosingFunction {
  const functions: { node: SgNode; start: number; end: number; around: number }[] = []
  const open: number[] = []
  for (const node of root.findAll({ rule: { any: functionKinds.map((kind) => ({ kind })) } })) {
    const { start, end } = node.range()
    while (open.length > 0 && (functions[open.at(-1) ?? 0]?.end ?? 0) <= start.index) open.pop()
    functions.push({ node, start: start.index, end: end.index, around: open.at(-1) ?? -1 })
    open.push(functions.length - 1)
  }
  return (at) => {
    let [low, high] = [0, functions.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((functions[middle]?.start ?? 0) <= at) low = middle + 1
      else high = middle
    }
    let found = functions[low - 1]
    while (found !== undefined && found.end <= at) found = functions[found.around]
    return found?.node
  }
}

export const isAsync = (node: SgNode): boolean => node.children().some((child) => child.kind() === 'async')
