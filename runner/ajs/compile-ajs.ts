import { Lang, parse } from '@ast-grep/napi'
import MagicString from 'magic-string'
import { isTooLarge } from '../core/parse-source.ts'
import { entryOf } from './entry-of.ts'
import { type AjsProblem, isFunction, type Part, partsOf, problemAt } from './tree.ts'
import { ajsNames, waitingCalls } from './waiting-calls.ts'

export type CompiledAjs =
  /** A module whose default export is the function, and its source map as JSON. */
  | { readonly ok: true; readonly code: string; readonly map: string }
  | { readonly ok: false; readonly problems: readonly AjsProblem[] }

/** In characters. An ordinary plain function has a page or two. */
const longestSource = 64 * 1024

/**
 * Compiles a plain function (AJS) into a module: in AJS, `httpFetch({ url })` needs no `await`. The entry point is the
 * exported function, or the only function of the file. Errors have positions in the source.
 */
export function compileAjs(source: string, file: string): CompiledAjs {
  if (source.length > longestSource || isTooLarge(source)) {
    const message = 'is too large to compile'
    return { ok: false, problems: [{ line: 1, column: 1, message, remedy: 'split it into several skills' }] }
  }
  const parts = partsOf(parse(Lang.JavaScript, source).root())
  const [root] = parts
  const broken = parts.find(({ kind }) => kind === 'ERROR')
  if (broken !== undefined) return refuse(problemAt(broken, 'is not JavaScript', 'correct the code here'))
  if (root === undefined) throw new Error('a syntax tree has a root')
  const imported = parts.find(({ kind }) => kind === 'import_statement' || kind === 'import')
  if (imported !== undefined) {
    return refuse(problemAt(imported, 'imports something', 'write everything into this file: AJS has no imports'))
  }
  const entry = entryOf(root)
  if (!entry.ok) return refuse(entry.problem)
  const found = waitingCalls(parts, entry.part)
  if (!found.ok) return { ok: false, problems: found.problems }

  const text = new MagicString(source, { filename: file })
  for (const { start } of found.functions) text.appendLeft(start, 'async ')
  for (const call of found.calls.keys()) {
    if (call.parent?.kind === 'await_expression') continue
    text.appendLeft(call.start, `${separatorBefore(call)}(await `)
    text.appendRight(call.end, ')')
  }
  for (const { from, to } of entry.exports) text.remove(from, to)
  const names = new Set(found.calls.values())
  const used = ajsNames.filter((name) => names.has(name))
  text.prepend(used.length === 0 ? '' : `import { ${used.join(', ')} } from '#runner/sdk/ajs.ts'; `)
  text.append(`\nexport default ${entry.name}\n`)
  const map = text.generateMap({ hires: true, source: file, includeContent: false })
  return { ok: true, code: text.toString(), map: map.toString() }
}

const refuse = (problem: AjsProblem): CompiledAjs => ({ ok: false, problems: [problem] })

/**
 * The separator `;`, if the added parenthesis would otherwise continue a previous line that has no semicolon. A
 * separator is possible only before a statement in a block.
 */
function separatorBefore(call: Part): string {
  for (let part: Part | undefined = call; part !== undefined && !isFunction(part); part = part.parent) {
    if (part.start !== call.start) return ''
    if (part.kind !== 'expression_statement') continue
    const isInBlock = ['program', 'statement_block', 'switch_case', 'switch_default'].includes(part.parent?.kind ?? '')
    return isInBlock ? ';' : ''
  }
  return ''
}
