import type { SgNode } from '@ast-grep/napi'
import { parseSource } from '#runner/core/parse-source.ts'

/** Stands for a value that is only known at run time. */
export const unknown = '\0'

/** A text that the source builds from constants, and its place. */
export type FoldedText = {
  readonly text: string
  readonly start: number
  /** The surrounding source, which shows how the text is used. */
  readonly context: string
}

/**
 * The constant text of each name, and of each item and property of a constant list or object, as `name[0]` and
 * `name.key`. A name with several texts has the text `unknown`.
 */
type Constants = Pick<ReadonlyMap<string, string>, 'get'>

type Folding = {
  readonly constants: Constants
  /** The folded text of each node, by node id. */
  readonly folded: Map<number, string | undefined>
}

type Language = 'python' | 'javascript'

const declarations: Readonly<Record<Language, readonly string[]>> = {
  javascript: ['variable_declarator', 'assignment_expression'],
  python: ['assignment'],
}
const textKinds: Readonly<Record<Language, readonly string[]>> = {
  javascript: ['string', 'template_string', 'binary_expression', 'call_expression'],
  python: ['string', 'concatenated_string', 'binary_operator', 'call', 'subscript'],
}

/** More constants than honest code declares in lists and objects. */
const maxItems = 2000

/** The constants that a source declares. They may use the `known` constants. */
export function constantsIn(language: Language, source: string, known: Constants): Map<string, string> {
  const found = new Map<string, string>()
  const constants: Constants = { get: (name) => found.get(name) ?? known.get(name) }
  const add = (name: string, value: SgNode, depth: number) => {
    if (found.size > maxItems) return
    const parts = depth > 4 ? [] : partsOf(value)
    for (const [part, child] of parts) add(name + part, child, depth + 1)
    const text = parts.length > 0 ? undefined : fold(value, { constants, folded: new Map() }, 0)
    if (text === undefined && depth === 0) return
    const before = found.get(name)
    found.set(name, text !== undefined && (before === undefined || before === text) ? text : unknown)
  }
  const root = parseSource(language, source)
  for (const node of root?.findAll({ rule: { any: declarations[language].map((kind) => ({ kind })) } }) ?? []) {
    const [target, value] = [node.field('left') ?? node.field('name'), node.field('right') ?? node.field('value')]
    const name = target && pathOf(target)
    if (name && value) add(name, value, 0)
  }
  return found
}

/** The items of a list and the values of an object, each with its path in the list or object. */
function partsOf(node: SgNode): [path: string, value: SgNode][] {
  const children = node.children().filter((child) => child.isNamed())
  switch (String(node.kind())) {
    case 'array':
    case 'list':
    case 'tuple':
      return children.map((child, index) => [`[${index}]`, child])
    case 'object':
    case 'dictionary':
      return children.flatMap((pair): [string, SgNode][] => {
        const [key, value] = [pair.field('key')?.text(), pair.field('value')]
        return key && value ? [[`.${unquoted(key)}`, value]] : []
      })
    default:
      return []
  }
}

const unquoted = (text: string): string => /^(["'`])(.*)\1$/s.exec(text)?.[2] ?? text

/** A name, or the path to a property or an item, as in `name.key[0]`. `undefined`: any other expression. */
function pathOf(node: SgNode, depth = 0): string | undefined {
  if (node.kind() === 'identifier' || node.kind() === 'this') return node.text()
  const target = node.field('object') ?? node.field('value')
  const path = target && depth < 8 ? pathOf(target, depth + 1) : undefined
  const property = (node.field('property') ?? node.field('attribute'))?.text()
  const index = (node.field('index') ?? node.field('subscript'))?.text()
  if (path === undefined || (property === undefined && index === undefined)) return undefined
  if (property !== undefined) return `${path}.${property}`
  return /^\d+$/.test(index ?? '') ? `${path}[${index}]` : `${path}.${unquoted(index ?? '')}`
}

/** Every text of a source, joined from its constant pieces. Leaves out docstrings. */
export function foldedTexts(language: Language, source: string, constants: Constants): FoldedText[] {
  const root = parseSource(language, source)
  if (root === undefined) return []
  // Parents mark their children, because looking up a parent takes time proportional to the depth of the tree.
  const inner = new Set<number>()
  for (const node of root.findAll({ rule: { any: joins[language].map((kind) => ({ kind })) } })) {
    if (isJoin(node)) for (const child of node.children()) inner.add(child.id())
  }
  const nodes = root.findAll({ rule: { any: textKinds[language].map((kind) => ({ kind })) } })
  const folding: Folding = { constants, folded: new Map() }
  // Folds the innermost expressions first, so that each is folded once, however deep the tree is.
  const texts = nodes.toReversed().flatMap((node) => {
    const text = fold(node, folding, 0)
    // Only the outermost expression of a join has the whole text.
    if (inner.has(node.id()) || text === undefined || text === unknown) return []
    const { index: start } = node.range().start
    return [{ text, start, context: contextOf(source, node) }]
  })
  return texts.reverse()
}

const joins: Readonly<Record<Language, readonly string[]>> = {
  javascript: ['binary_expression', 'template_substitution', 'expression_statement'],
  python: ['binary_operator', 'interpolation', 'concatenated_string', 'expression_statement'],
}

/** True for an expression that joins the texts of its parts, and for a statement that is only a text: a docstring. */
function isJoin(node: SgNode): boolean {
  const kind = String(node.kind())
  if (kind === 'binary_expression' || kind === 'binary_operator') return node.field('operator')?.text() === '+'
  if (kind !== 'expression_statement') return true
  return node.children().every((child) => ['string', 'concatenated_string'].includes(String(child.kind())))
}

const contextOf = (source: string, node: SgNode): string => {
  const { start, end } = node.range()
  return `${source.slice(Math.max(0, start.index - 60), start.index)}\u0001${source.slice(end.index, end.index + 20)}`
}

const maxDepth = 200
const maxLength = 16_384

/** The text of an expression, with `unknown` for each value known only at run time. `undefined`: it is not a text. */
function fold(node: SgNode, folding: Folding, depth: number): string | undefined {
  const id = node.id()
  if (folding.folded.has(id)) return folding.folded.get(id)
  if (depth > maxDepth) return unknown
  const text = foldNode(node, folding, (child) => fold(child, folding, depth + 1))
  folding.folded.set(id, text)
  return text
}

type FoldChild = (child: SgNode) => string | undefined

function foldNode(node: SgNode, { constants }: Folding, foldChild: FoldChild): string | undefined {
  const inner = (child: SgNode | null | undefined): string => (child ? (foldChild(child) ?? unknown) : unknown)
  switch (String(node.kind())) {
    case 'identifier':
      return constants.get(node.text())
    case 'parenthesized_expression':
    case 'as_expression':
    case 'satisfies_expression':
    case 'non_null_expression': {
      const [child] = node.children().filter((one) => one.isNamed())
      return child && foldChild(child)
    }
    case 'string':
    case 'template_string':
      return bounded(literal(node, inner))
    case 'concatenated_string':
      return bounded(node.children().map(inner).join(''))
    case 'binary_expression':
    case 'binary_operator': {
      const operator = node.field('operator')?.text()
      const [left, right] = [node.field('left'), node.field('right')]
      const [a, b] = [left && foldChild(left), right && foldChild(right)]
      if (operator === '+' && (typeof a === 'string' || typeof b === 'string'))
        return bounded(`${a ?? unknown}${b ?? unknown}`)
      return operator === '%' && typeof a === 'string' ? bounded(a.replaceAll(/%[sd]/g, unknown)) : undefined
    }
    case 'member_expression':
    case 'attribute':
    case 'subscript_expression': {
      const path = pathOf(node)
      return path === undefined ? undefined : constants.get(path)
    }
    case 'subscript': {
      const [value, slice] = [node.field('value'), node.field('subscript')]
      if (slice?.kind() !== 'slice') return constants.get(pathOf(node) ?? '')
      const text = value ? foldChild(value) : undefined
      return text && sliced(text, slice.text())
    }
    case 'call_expression':
    case 'call':
      return bounded(foldCall(node, constants, inner))
    default:
      return undefined
  }
}

const bounded = (text: string | undefined): string | undefined =>
  text === undefined || text.length > maxLength ? undefined : text

/** The text of a string or template in both languages, without its delimiters. */
function literal(node: SgNode, inner: (child: SgNode) => string): string {
  let text = ''
  for (const child of node.children()) {
    const kind = String(child.kind())
    if (kind === 'string_fragment') text += child.text()
    else if (kind === 'string_content') text += unescaped(child.text())
    else if (kind === 'escape_sequence') text += unescaped(child.text())
    else if (kind === 'template_substitution' || kind === 'interpolation') {
      text += inner(child.children().find((one) => one.isNamed()) ?? child)
    }
  }
  return text
}

const isEmptyText = (node: SgNode | undefined): boolean => ['""', "''", '``'].includes(node?.text() ?? '')

const reversed = (text: string): string => [...text].reverse().join('')

/** A slice of Python, like `2:8` or `::-1`, of a text. */
function sliced(text: string, slice: string): string {
  if (text.includes(unknown)) return unknown
  const [start, stop, step = 1] = slice.split(':').map((part) => (part.trim() === '' ? undefined : Number(part)))
  if (![1, -1].includes(step) || Number.isNaN(start) || Number.isNaN(stop)) return unknown
  if (step === 1) return text.slice(start, stop)
  return start === undefined && stop === undefined ? reversed(text) : unknown
}

/** Folds calls that build a text from texts or numbers: join, concat, format, replace, and decoding. */
function foldCall(
  node: SgNode,
  constants: Constants,
  inner: (child: SgNode | null | undefined) => string,
): string | undefined {
  const callee = node.field('function')
  const method = (callee?.field('property') ?? callee?.field('attribute'))?.text()
  // The whole text of the callee would include all earlier calls of a chain.
  const name = callee?.kind() === 'identifier' ? callee.text() : method
  if (name === undefined) return undefined
  const args =
    node
      .field('arguments')
      ?.children()
      .filter((child) => child.isNamed()) ?? []
  if (name === 'atob' || name === 'b64decode') {
    const encoded = inner(args[0])
    return encoded.includes(unknown) ? unknown : Buffer.from(encoded, 'base64').toString('latin1')
  }
  if (name === 'fromhex') {
    const encoded = inner(args[0])
    return encoded.includes(unknown) ? unknown : Buffer.from(encoded.replaceAll(/\s/g, ''), 'hex').toString('latin1')
  }
  if (name === 'reversed' && args.length === 1) return reversed(inner(args[0]))
  if (name === 'chr' || name === 'fromCharCode') {
    const codes = args.map((arg) => Number(arg.text()))
    return codes.every((code) => code > 0 && code < 0xd800) ? String.fromCharCode(...codes) : unknown
  }
  const target = callee?.field('object')
  if (!target || method === undefined) return undefined
  const list = (one: SgNode | null | undefined): string[] | undefined => {
    if (one && ['array', 'list', 'tuple'].includes(String(one.kind())))
      return one
        .children()
        .filter((child) => child.isNamed())
        .map(inner)
    const items = one ? itemsAt(constants, pathOf(one)) : []
    return items.length > 0 ? items : undefined
  }
  if (method === 'join') {
    // ['a', 'b'].join('.') in JavaScript, '.'.join(['a', 'b']) in Python.
    const items = list(target) ?? list(args[0])
    // Joining the letters of a text without a separator gives the text itself.
    if (items === undefined && inner(target) === '') return inner(args[0])
    if (items === undefined) return isEmptyText(args[0]) ? inner(target) : undefined
    const separator = list(target) ? inner(args[0]) : inner(target)
    return items.join(separator === unknown && list(target) && args.length === 0 ? ',' : separator)
  }
  const text = inner(target)
  if (text === unknown) return undefined
  if ((method === 'replace' || method === 'replaceAll') && args.length === 2) {
    const [from, to] = [inner(args[0]), inner(args[1])]
    // `replace` replaces only the first occurrence in JavaScript, but all of them in Python.
    if (from === '' || `${from}${to}`.includes(unknown)) return undefined
    const isFirstOnly = method === 'replace' && String(node.kind()) === 'call_expression'
    return isFirstOnly ? text.replace(from, () => to) : text.replaceAll(from, () => to)
  }
  if (['slice', 'substring'].includes(method) && args.length > 0) {
    const [from, to] = args.map((arg) => Number(arg.text()))
    if (text.includes(unknown) || Number.isNaN(from) || Number.isNaN(to)) return unknown
    return method === 'slice' ? text.slice(from, to) : text.substring(from ?? 0, to)
  }
  // split('').reverse().join('') is how JavaScript reverses a text.
  if (method === 'reverse') return reversed(text)
  if (method === 'split' && isEmptyText(args[0])) return text
  if (method === 'concat') return text + args.map(inner).join('')
  if (method === 'format') {
    let next = 0
    return text.replaceAll(/\{(\d*)[^{}]*\}/g, (_, index: string) => inner(args[index === '' ? next++ : Number(index)]))
  }
  return ['trim', 'strip', 'toString', 'decode', 'toLowerCase', 'lower', 'encode'].includes(method) ? text : undefined
}

/** The texts of a constant list. */
function itemsAt(constants: Constants, path: string | undefined): string[] {
  const items: string[] = []
  for (let item = constants.get(`${path}[0]`); item !== undefined; item = constants.get(`${path}[${items.length}]`)) {
    items.push(item)
    if (items.length > maxItems) break
  }
  return items
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|(.))/gi, (all, x, u, code, one) => {
    const hex: unknown = x ?? u ?? code
    if (typeof hex === 'string') {
      const point = Number.parseInt(hex, 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : all
    }
    return one === 'n' ? '\n' : one === 't' ? '\t' : String(one)
  })
}
