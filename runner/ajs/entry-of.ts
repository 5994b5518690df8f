import type { SgNode } from '@ast-grep/napi'
import { type AjsProblem, problemAt } from './problem.ts'

export type AjsEntry =
  | {
      readonly ok: true
      /** The function that runs, and its name. */
      readonly node: SgNode
      readonly name: string
      /** The words `export` and `export default`, by their positions. */
      readonly exports: readonly { readonly from: number; readonly to: number }[]
    }
  | { readonly ok: false; readonly problem: AjsProblem }

/** The function that runs: the exported one, or the only one of the file. */
export function entryOf(root: SgNode): AjsEntry {
  const exported: SgNode[] = []
  const others: SgNode[] = []
  const exports: { from: number; to: number }[] = []
  for (const node of root.children()) {
    if (node.kind() === 'function_declaration') others.push(node)
    if (node.kind() !== 'export_statement') continue
    const declared = node.field('declaration')
    if (declared?.kind() !== 'function_declaration') {
      return refuse(node, 'exports no named function', 'export only the function that runs, with its name')
    }
    exported.push(declared)
    exports.push({ from: node.range().start.index, to: declared.range().start.index })
  }
  const [node, second] = exported.length > 0 ? exported : others
  if (node === undefined) {
    return refuse(root, 'has no function', 'write the function that runs: function search({ query }) { … }')
  }
  if (second !== undefined) {
    const remedy = 'write export default before the one function that runs'
    return refuse(second, exported.length > 0 ? 'is a second exported function' : 'is a second function', remedy)
  }
  return { ok: true, node, name: node.field('name')?.text() ?? '', exports }
}

function refuse(node: SgNode, message: string, remedy: string): AjsEntry {
  return { ok: false, problem: problemAt(node, message, remedy) }
}
