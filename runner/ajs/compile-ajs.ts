import { Lang, parse, type SgNode } from '@ast-grep/napi'
import MagicString from 'magic-string'
import { isTooLarge } from '../gates/parse-source.ts'
import { ajsNames } from './ajs-names.ts'
import { isFunction } from './enclosing-function.ts'
import { entryOf } from './entry-of.ts'
import { type AjsProblem, problemAt } from './problem.ts'
import { waitingCalls } from './waiting-calls.ts'

export type CompiledAjs =
  /** A module whose default export is the function, and its source map as JSON. */
  | { readonly ok: true; readonly code: string; readonly map: string }
  | { readonly ok: false; readonly problems: readonly AjsProblem[] }

/** In characters. People write plain functions of a page or two. */
const longestSource = 64 * 1024

/**
 * Compiles a plain function (AJS) into a module: `httpFetch({ url })` needs no `await` there, and the function that
 * runs is the only one of the file, or the exported one. Positions in errors are those of the source.
 */
export function compileAjs(source: string, file: string): CompiledAjs {
  if (source.length > longestSource || isTooLarge(source)) {
    const message = 'is too large to compile'
    return { ok: false, problems: [{ line: 1, column: 1, message, remedy: 'split it into several skills' }] }
  }
  const root = parse(Lang.JavaScript, source).root()
  const broken = root.find({ rule: { kind: 'ERROR' } })
  if (broken !== null) return refuse(problemAt(broken, 'is not JavaScript', 'correct the code here'))
  const imported = root.find({ rule: { any: [{ kind: 'import_statement' }, { kind: 'import' }] } })
  if (imported !== null) {
    return refuse(problemAt(imported, 'imports something', 'write everything into this file: AJS has no imports'))
  }
  const entry = entryOf(root)
  if (!entry.ok) return refuse(entry.problem)
  const found = waitingCalls(root, entry.node)
  if (!found.ok) return { ok: false, problems: found.problems }

  const text = new MagicString(source, { filename: file })
  for (const node of found.functions) text.appendLeft(startOf(node), 'async ')
  for (const call of found.calls) {
    if (call.parent()?.kind() === 'await_expression') continue
    text.appendLeft(startOf(call), `${separatorBefore(call)}(await `)
    text.appendRight(call.range().end.index, ')')
  }
  for (const { from, to } of entry.exports) text.remove(from, to)
  const names = [...new Set(found.calls.map((call) => call.field('function')?.text() ?? ''))]
  const used = ajsNames.filter((name) => names.includes(name))
  text.prepend(used.length === 0 ? '' : `import { ${used.join(', ')} } from '#runner/sdk/ajs.ts'; `)
  text.append(`\nexport default ${entry.name}\n`)
  const map = text.generateMap({ hires: true, source: file, includeContent: false })
  return { ok: true, code: text.toString(), map: map.toString() }
}

const refuse = (problem: AjsProblem): CompiledAjs => ({ ok: false, problems: [problem] })
const startOf = (node: SgNode): number => node.range().start.index

/**
 * A parenthesis at the start of a line would continue a line before that has no semicolon. Only a statement in a block
 * may begin with one of its own.
 */
function separatorBefore(call: SgNode): string {
  for (let node: SgNode | null = call; node !== null && !isFunction(node); node = node.parent()) {
    if (startOf(node) !== startOf(call)) return ''
    if (node.kind() !== 'expression_statement') continue
    const around = String(node.parent()?.kind())
    return ['program', 'statement_block', 'switch_case', 'switch_default'].includes(around) ? ';' : ''
  }
  return ''
}
