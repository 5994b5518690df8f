import pythonGrammar from '@ast-grep/lang-python'
import { Lang, parse, registerDynamicLanguage, type SgNode } from '@ast-grep/napi'
import { LRUCache } from 'lru-cache'
import type { ScriptLanguage } from '../contract/script-language.ts'

/** In characters. */
const maxSource = 400_000
/** The maximum number of characters that begin an expression, such as a quote. Each takes up to 2 KB of memory. */
const maxMarks = 100_000
const isMark = new Uint8Array(128)
for (const mark of '"\'`([+%') isMark[mark.charCodeAt(0)] = 1

/** Whether only text rules check the source, because parsing it is too expensive. People do not write such code. */
export function isTooLarge(source: string): boolean {
  if (source.length > maxSource) return true
  let marks = 0
  for (let at = 0; at < source.length && marks <= maxMarks; at += 1) marks += isMark[source.charCodeAt(at)] ?? 0
  return marks > maxMarks
}

let isRegistered = false

/** Python's grammar is registered once per process. */
function python(): string {
  if (!isRegistered) registerDynamicLanguage({ python: pythonGrammar })
  isRegistered = true
  return 'python'
}

/** The grammar of each language, and the one that rejects what no runtime accepts: JSX and types. */
const grammars: Readonly<Record<ScriptLanguage, { wide(): Lang | string; strict(): Lang | string }>> = {
  javascript: { wide: () => Lang.Tsx, strict: () => Lang.JavaScript },
  python: { wide: python, strict: python },
}

/** Several checks read the same tree. The limit is in characters of source; a tree is much larger than its source. */
const trees: Readonly<Record<ScriptLanguage, LRUCache<string, SgNode>>> = {
  python: new LRUCache({ maxSize: maxSource, sizeCalculation: (_, source) => source.length }),
  javascript: new LRUCache({ maxSize: maxSource, sizeCalculation: (_, source) => source.length }),
}

/** The root of the syntax tree of a part; `undefined` for source that is too large. */
export function parseSource(language: ScriptLanguage, source: string): SgNode | undefined {
  if (isTooLarge(source)) return undefined
  const known = trees[language].get(source)
  if (known !== undefined) return known
  const root = parse(grammars[language].wide(), source).root()
  if (source.length > 0) trees[language].set(source, root)
  return root
}

/** The modules that a script imports, by their top-level names, each once. */
export type ModuleImports = {
  /** Imported wherever the script goes. */
  readonly always: readonly string[]
  /** Imported only inside `try` or `if`, so that the script may work without them. */
  readonly perhaps: readonly string[]
}

export type ScriptFacts = {
  /** The line of the first syntax error, from 1. `null`: no error. JSX and types are errors in JavaScript. */
  readonly firstError: number | null
  readonly imports: ModuleImports
}

const noImports: ModuleImports = { always: [], perhaps: [] }

/** What the grammar of a language finds in a script. The imports are only those of Python: JavaScript scripts have none. */
export function readScript(language: ScriptLanguage, source: string): ScriptFacts {
  const root = parse(grammars[language].strict(), source).root()
  const error = root.find({ rule: { kind: 'ERROR' } }) ?? (language === 'python' ? awaitOutside(root) : null)
  return {
    firstError: error === null ? null : error.range().start.line + 1,
    imports: language === 'python' ? importsOf(root) : noImports,
  }
}

/** An `await` outside a function, which the grammar of Python accepts and its compiler does not. */
function awaitOutside(root: SgNode): SgNode | null {
  const all = root.findAll({ rule: { kind: 'await' } })
  return all.find((node) => !node.ancestors().some((around) => around.kind() === 'function_definition')) ?? null
}

function importsOf(root: SgNode): ModuleImports {
  const always = new Set<string>()
  const perhaps = new Set<string>()
  const statements = root.findAll({ rule: { any: [{ kind: 'import_statement' }, { kind: 'import_from_statement' }] } })
  for (const statement of statements) {
    const isConditional = statement.ancestors().some((node) => conditional.has(String(node.kind())))
    for (const name of modulesIn(statement)) (isConditional ? perhaps : always).add(name)
  }
  return { always: [...always], perhaps: [...perhaps].filter((name) => !always.has(name)) }
}

const conditional = new Set(['try_statement', 'if_statement'])

/** `os` for `import os.path as path`, and none for `from . import own`. */
function modulesIn(statement: SgNode): string[] {
  const from = statement.field('module_name')
  const named = from === null ? statement.children() : [from]
  return named.flatMap((node) => {
    const name = node.kind() === 'aliased_import' ? node.field('name') : node
    return name?.kind() === 'dotted_name' ? [(name.text().split('.')[0] ?? '').trim()] : []
  })
}
