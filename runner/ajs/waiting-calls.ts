import { type AjsProblem, bodyOf, declaredName, isAsync, type Part, problemAt, textOf } from './tree.ts'

/** The host functions that AJS calls without `await`. `runner/sdk/ajs.ts` exports them. */
export const ajsNames = ['httpFetch', 'llmPredict', 'memoryRecall', 'shellExec', 'fileRead', 'fileWrite'] as const

type WaitingCalls =
  /** The calls that need `await`, with the called names, and the functions that become async. */
  | { readonly ok: true; readonly calls: ReadonlyMap<Part, string>; readonly functions: readonly Part[] }
  | { readonly ok: false; readonly problems: readonly AjsProblem[] }

/** More problems would not help the author. */
const maxProblems = 20

/**
 * Finds each call of a host function, and each call of a function in the file that itself contains a found call. A
 * function with unknown callers, such as a callback of `map`, cannot await unless its author wrote `async`.
 */
export function waitingCalls(parts: readonly Part[], entry: Part): WaitingCalls {
  const names = namesIn(parts)
  const problems: AjsProblem[] = []
  const calls = new Map<Part, string>()
  const functions = new Set<Part>()
  const waiting: string[] = [...ajsNames]
  const known = new Set(waiting)
  const loop = 'use a loop: for (const item of items) { … }'

  const refuse = (part: Part, message: string, remedy: string) => {
    if (problems.length < maxProblems) problems.push(problemAt(part, message, remedy))
  }

  /** Adds a call, and makes the function around it async. */
  function letWait(call: Part, name: string): void {
    calls.set(call, name)
    const { around } = call
    if (around === undefined) {
      refuse(call, `calls ${name} outside of the function`, 'call it inside the function that runs')
      return
    }
    if (!['function_declaration', 'function_expression', 'arrow_function'].includes(around.kind)) {
      refuse(call, `calls ${name} in a method, a field or a generator`, 'call it in a plain function')
      return
    }
    if (call.start < (bodyOf(around)?.start ?? 0)) {
      refuse(call, `calls ${name} in a parameter`, 'call it in the body of the function')
      return
    }
    if (isAsync(around) || functions.has(around)) return
    functions.add(around)
    if (around === entry) return
    const declared = nameOf(around)
    if (declared === undefined) {
      refuse(call, `calls ${name} in a function without a name, which cannot wait`, loop)
      return
    }
    const own = textOf(declared)
    const isElsewhere = (names.get(own) ?? []).some((use) => use !== declared && calledBy(use) === undefined)
    if (isElsewhere) {
      refuse(call, `calls ${name} in ${own}, which is passed on or declared twice, so it cannot wait`, loop)
      return
    }
    if (known.has(own)) return
    known.add(own)
    waiting.push(own)
  }

  for (const name of waiting) {
    const isHost = ajsNames.some((host) => host === name)
    for (const use of names.get(name) ?? []) {
      if (problems.length >= maxProblems) break
      const call = calledBy(use)
      if (call !== undefined) letWait(call, name)
      else if (isHost) refuse(use, `uses the name ${name} without calling it`, `call it here: ${name}(…)`)
    }
  }
  const own = declaredName(entry)
  const isWaiting = functions.has(entry) || isAsync(entry)
  for (const use of own !== undefined && isWaiting ? (names.get(textOf(own)) ?? []) : []) {
    const call = calledBy(use)
    if (call !== undefined) refuse(call, `calls ${textOf(use)}, the function that runs`, 'call another function')
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, calls, functions: [...functions] }
}

const nameKinds = new Set(['identifier', 'shorthand_property_identifier', 'shorthand_property_identifier_pattern'])

/** Every use of a name, by name. */
function namesIn(parts: readonly Part[]): ReadonlyMap<string, readonly Part[]> {
  const found = new Map<string, Part[]>()
  for (const part of parts) {
    if (!nameKinds.has(part.kind)) continue
    const name = textOf(part)
    const uses = found.get(name)
    if (uses === undefined) found.set(name, [part])
    else uses.push(part)
  }
  return found
}

/** The call whose callee is this name. Undefined: the name is not called here. */
function calledBy(use: Part): Part | undefined {
  const call = use.parent
  return call?.kind === 'call_expression' && call.children[0] === use ? call : undefined
}

/** The name of a function: from its declaration, or from the constant that it is assigned to. */
function nameOf(part: Part): Part | undefined {
  if (part.kind === 'function_declaration') return declaredName(part)
  const holder = part.parent
  const isConstant = holder?.kind === 'variable_declarator' && holder.parent?.children[0]?.kind === 'const'
  return isConstant && holder.children[0]?.kind === 'identifier' ? holder.children[0] : undefined
}
