import type { SgNode } from '@ast-grep/napi'
import { ajsNames } from './ajs-names.ts'
import { enclosingFunctionIn, isAsync } from './enclosing-function.ts'
import { type AjsProblem, problemAt } from './problem.ts'

export type WaitingCalls =
  /** The calls to wait for, and the functions that become async for that. */
  | { readonly ok: true; readonly calls: readonly SgNode[]; readonly functions: readonly SgNode[] }
  | { readonly ok: false; readonly problems: readonly AjsProblem[] }

/**
 * Finds the calls of host functions, and the calls of the file's own functions that wait for one. A function whose
 * callers the file does not show, such as one that is passed to `map`, cannot wait unless its author wrote `async`.
 */
export function waitingCalls(root: SgNode, entry: SgNode): WaitingCalls {
  const names = namesIn(root)
  const enclosing = enclosingFunctionIn(root)
  const problems: AjsProblem[] = []
  const calls: SgNode[] = []
  const functions = new Map<number, SgNode>()
  const waiting: string[] = [...ajsNames]
  const known = new Set(waiting)

  const refuse = (node: SgNode, message: string, remedy: string) => problems.push(problemAt(node, message, remedy))

  /** Lets the function around a call wait. */
  function letWait(call: SgNode, name: string): void {
    calls.push(call)
    const around = enclosing(call.range().start.index)
    if (around === undefined) {
      refuse(call, `calls ${name} outside of the function`, 'call it inside the function that runs')
      return
    }
    if (around.field('body') !== null && !startsInBody(around, call)) {
      refuse(call, `calls ${name} in a parameter`, 'call it in the body of the function')
      return
    }
    const isPlain = ['function_declaration', 'function_expression', 'arrow_function'].includes(String(around.kind()))
    if (!isPlain) {
      refuse(call, `calls ${name} in a method, a field or a generator`, 'call it in a plain function')
      return
    }
    if (isAsync(around) || functions.has(around.id())) return
    functions.set(around.id(), around)
    if (around.id() === entry.id()) return
    const own = nameOf(around)
    const uses = own === undefined ? [] : (names.get(own) ?? [])
    const remedy = 'use a loop: for (const item of items) { … }'
    if (own === undefined) {
      refuse(call, `calls ${name} in a function without a name, which cannot wait`, remedy)
      return
    }
    const others = uses.filter((use) => !isCallee(use) && !isDeclaration(use, around))
    if (others.length > 0) {
      refuse(call, `calls ${name} in ${own}, which is passed on or declared twice, so it cannot wait`, remedy)
      return
    }
    if (!known.has(own)) {
      known.add(own)
      waiting.push(own)
    }
  }

  for (const name of waiting) {
    const isHost = ajsNames.some((host) => host === name)
    for (const use of names.get(name) ?? []) {
      const call = use.parent()
      if (isCallee(use) && call !== null) letWait(call, name)
      else if (isHost) refuse(use, `uses the name ${name} without calling it`, `call it here: ${name}(…)`)
    }
  }
  // A function that calls itself waits for itself, and the function that runs may be called by others.
  const own = entry.field('name')?.text()
  if (own !== undefined && !known.has(own) && (functions.has(entry.id()) || isAsync(entry))) {
    for (const use of names.get(own) ?? []) {
      const call = use.parent()
      if (isCallee(use) && call !== null) refuse(call, `calls ${own}, the function that runs`, 'call another function')
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, calls, functions: [...functions.values()] }
}

const nameKinds = ['identifier', 'shorthand_property_identifier', 'shorthand_property_identifier_pattern'] as const

/** Every use of a name, by name. */
function namesIn(root: SgNode): ReadonlyMap<string, SgNode[]> {
  const found = new Map<string, SgNode[]>()
  for (const node of root.findAll({ rule: { any: nameKinds.map((kind) => ({ kind })) } })) {
    const uses = found.get(node.text())
    if (uses === undefined) found.set(node.text(), [node])
    else uses.push(node)
  }
  return found
}

function isCallee(use: SgNode): boolean {
  const call = use.parent()
  return call?.kind() === 'call_expression' && call.field('function')?.id() === use.id()
}

/** The name under which a function is called: that of its declaration, or of the constant that holds it. */
function nameOf(node: SgNode): string | undefined {
  if (node.kind() === 'function_declaration') return node.field('name')?.text()
  const holder = node.parent()
  if (holder?.kind() !== 'variable_declarator' || holder.field('name')?.kind() !== 'identifier') return undefined
  return holder.parent()?.child(0)?.kind() === 'const' ? holder.field('name')?.text() : undefined
}

function isDeclaration(use: SgNode, node: SgNode): boolean {
  const holder = node.kind() === 'function_declaration' ? node : node.parent()
  return holder?.field('name')?.id() === use.id()
}

function startsInBody(node: SgNode, inner: SgNode): boolean {
  const body = node.field('body')?.range()
  const at = inner.range().start.index
  return body !== undefined && body.start.index <= at && at < body.end.index
}
