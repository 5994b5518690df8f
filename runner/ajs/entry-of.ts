import { type AjsProblem, declaredName, type Part, problemAt, textOf } from './tree.ts'

type AjsEntry =
  | {
      readonly ok: true
      /** The entry function, and its name. */
      readonly part: Part
      readonly name: string
      /** The positions of the keywords `export` and `export default`. */
      readonly exports: readonly { readonly from: number; readonly to: number }[]
    }
  | { readonly ok: false; readonly problem: AjsProblem }

/** Finds the entry function: the exported function, or the only function of the file. */
export function entryOf(root: Part): AjsEntry {
  const exported: Part[] = []
  const others: Part[] = []
  const exports: { from: number; to: number }[] = []
  for (const part of root.children) {
    if (part.kind === 'function_declaration') others.push(part)
    if (part.kind !== 'export_statement') continue
    const declared = part.children.find(({ kind }) => kind === 'function_declaration')
    if (declared === undefined) {
      return refuse(part, 'exports no named function', 'export only the function that runs, with its name')
    }
    exported.push(declared)
    exports.push({ from: part.start, to: declared.start })
  }
  const [part, second] = exported.length > 0 ? exported : others
  if (part === undefined) {
    return refuse(root, 'has no function', 'write the function that runs: function search({ query }) { … }')
  }
  if (second !== undefined) {
    const remedy = 'write export default before the one function that runs'
    return refuse(second, exported.length > 0 ? 'is a second exported function' : 'is a second function', remedy)
  }
  const name = declaredName(part)
  return { ok: true, part, name: name === undefined ? '' : textOf(name), exports }
}

function refuse(part: Part, message: string, remedy: string): AjsEntry {
  return { ok: false, problem: problemAt(part, message, remedy) }
}
