import { posix } from 'node:path'
import MagicString from 'magic-string'
import {
  type BinaryExpression,
  type CallExpression,
  type ConditionalExpression,
  type DoWhileStatement,
  type Expression,
  type ForStatement,
  type IfStatement,
  type LogicalExpression,
  parseSync,
  type UnaryExpression,
  Visitor,
  type WhileStatement,
} from 'oxc-parser'

/** One change of a condition: `to` is what it becomes. The line counts from 1. */
export type Mutant = {
  readonly id: number
  readonly file: string
  readonly line: number
  readonly from: string
  readonly to: string
}

const switches = 'scripts/mutants/switches.ts'
/** The comparison that differs from each one only where both sides are equal. */
const neighbours: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const comparisons = new Set(['===', '!==', '==', '!=', 'in', 'instanceof', ...Object.keys(neighbours)])
const takingPredicates = new Set(['some', 'every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex'])
const plainPredicates = new Set(['CallExpression', 'MemberExpression', 'Identifier', 'ChainExpression'])
const both = ['true', 'false']
const statements = ['IfStatement', 'ConditionalExpression', 'WhileStatement', 'DoWhileStatement', 'ForStatement']

/** The conditions that have mutants. */
type Condition =
  | IfStatement
  | ConditionalExpression
  | WhileStatement
  | DoWhileStatement
  | ForStatement
  | LogicalExpression
  | BinaryExpression
  | UnaryExpression
  | CallExpression

/**
 * Puts every mutant of a module's conditions into its code, switched off: `switches.ts` selects one of them, and notes
 * which ones would make a difference. The lines keep their numbers.
 *
 * Mutants: every test of a branch or loop, comparison, `!` and short predicate is forced to true and to false; every
 * `&&`, `||` and `??` keeps one side only; `<` and `<=`, `>` and `>=` are exchanged.
 *
 * @param file its path from the project's root
 */
export function instrument(file: string, source: string, firstId = 0): { code: string; mutants: Mutant[] } {
  const { out, mutants, text, replace, put } = edit(file, source, firstId)
  /** Part of a condition: forcing the whole condition is enough. */
  const parts = new Set<Expression>()
  const force = (node: Expression, values = both) => {
    const others = values.map((to) => ({ to, code: to }))
    replace(node, others, values === both ? '__value' : '__loop')
  }
  const test = (raw: Expression | null, values = both) => {
    if (raw === null) return
    const node = bare(raw)
    if (node.type !== 'Literal') force(node, values)
    parts.add(node)
  }
  const sides = (node: LogicalExpression) => {
    const { left, right, operator } = node
    const isWhole = !parts.has(node)
    const constant = isWhole ? { '&&': ['false'], '||': ['true'], '??': [] }[operator] : []
    const id = replace(node, [
      { to: 'left only', code: text(left) },
      { to: 'right only', code: text(right) },
      ...constant.map((to) => ({ to, code: to })),
    ])
    put(left, `__left(${id},'${operator}',${isWhole},(`, '))')
    put(right, `__right(${id},'${operator}',${isWhole},(`, '))')
    parts.add(bare(left)).add(bare(right))
  }
  const compare = (node: BinaryExpression) => {
    if (!comparisons.has(node.operator)) return
    if (!parts.has(node)) force(node)
    const other = neighbours[node.operator]
    if (other === undefined) return
    const id = replace(node, [{ to: other, code: `${text(node.left)}${other}${text(node.right)}` }])
    put(node, `__compare(${id},'${node.operator}',`, ')')
    out.overwrite(node.left.end, node.right.start, ',')
  }
  const predicate = ({ callee, arguments: [first] }: CallExpression) => {
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
    if (!takingPredicates.has(callee.property.name) || first?.type !== 'ArrowFunctionExpression') return
    if (first.body.type !== 'BlockStatement' && plainPredicates.has(first.body.type)) force(first.body)
  }
  const visit = (node: Condition) => {
    if (node.type === 'LogicalExpression') sides(node)
    else if (node.type === 'BinaryExpression') compare(node)
    else if (node.type === 'CallExpression') predicate(node)
    else if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') test(node.test)
    // Forced to true, a loop does not end.
    else if (node.type !== 'UnaryExpression') test(node.test, ['false'])
    else if (node.operator === '!' && parts.has(node)) parts.add(bare(node.argument))
    else if (node.operator === '!') force(node)
  }
  const types = [...statements, 'LogicalExpression', 'BinaryExpression', 'UnaryExpression', 'CallExpression']
  new Visitor(Object.fromEntries(types.map((type) => [type, visit]))).visit(parseSync(file, source).program)
  const from = posix.relative(posix.dirname(file), switches)
  return { code: `${out}\nimport { __on, __value, __loop, __left, __right, __compare } from './${from}'\n`, mutants }
}

/** What puts mutants into a module's code. */
function edit(file: string, source: string, firstId: number) {
  const out = new MagicString(source)
  const mutants: Mutant[] = []
  const text = ({ start, end }: Expression) => source.slice(start, end)
  const put = (node: Expression, before: string, after: string) => {
    out.appendRight(node.start, before)
    out.prependLeft(node.end, after)
  }
  /** Returns the id of the first mutant. `watch` is the function that notes the value of the condition as it is. */
  const replace = (node: Expression, others: readonly { to: string; code: string }[], watch?: string): number => {
    const first = firstId + mutants.length
    const line = source.slice(0, node.start).split('\n').length
    const from = text(node).replace(/\s+/g, ' ').slice(0, 160)
    for (const { to } of others) mutants.push({ id: firstId + mutants.length, file, line, from, to })
    const tries = others.map(({ code }, at) => `__on(${first + at})?(${code}):`).join('')
    if (watch === undefined) put(node, `(${tries}(`, '))')
    else put(node, `(${tries}${watch}(${first},(`, ')))')
    return first
  }
  return { out, mutants, text, replace, put }
}

const bare = (node: Expression): Expression => (node.type === 'ParenthesizedExpression' ? bare(node.expression) : node)
