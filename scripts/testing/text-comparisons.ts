import { parseSync } from 'oxc-parser'

type Node = { readonly type: string; readonly [name: string]: unknown }
/** Checked by hand: a schema would take half a minute for all nodes of the project. */
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const nodeOf = (value: unknown): Node | undefined => (isNode(value) ? value : undefined)
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).flatMap((one) => nodeOf(one) ?? [])
const nameOf = (value: unknown): string => String(nodeOf(value)?.name ?? '')

/** The functions that make a namespace's text function, which writes a message by its key. */
const makers = new Set(['useTexts', 'useRichTexts', 'createTexts', 'getTranslations', 'textsIn'])
const comparing = new Set(['===', '!==', '==', '!=', '<', '>', '<=', '>=', 'in'])
/** Methods whose result depends on the words of the text itself, and of an argument. */
const ofText = new Set(['includes', 'startsWith', 'endsWith', 'match', 'matchAll', 'indexOf', 'lastIndexOf', 'search'])
const ofArgument = new Set([...ofText, 'test', 'exec', 'has', 'get'])

export type TextComparisons = {
  /** The code of each comparison, search or switch on a text that a message function wrote. */
  readonly onTexts: readonly string[]
  /** The literal texts, and the sources of regular expressions, with which any value is compared or searched. */
  readonly literals: readonly string[]
  /** The number of calls that write a message. */
  readonly texts: number
}

/** Every place in a module whose behaviour depends on the words of a text. */
export function textComparisons(file: string, source: string): TextComparisons {
  const { program } = parseSync(file, source)
  const nodes: Node[] = []
  const collect = (node: Node) => {
    nodes.push(node)
    for (const part of Object.values(node))
      if (typeof part === 'object') for (const inner of nodesOf(part)) collect(inner)
  }
  nodesOf(program).forEach(collect)
  const code = (node: Node) => source.slice(Number(node.start), Number(node.end))

  const functions = new Set(['t'])
  const texts = new Set<string>()
  const isMaker = (node: Node | undefined): boolean =>
    node?.type === 'AwaitExpression' ? isMaker(nodeOf(node.argument)) : isCall(node) && makers.has(nameOf(node?.callee))
  const isCall = (node: Node | undefined) => node?.type === 'CallExpression'

  function writes(callee: Node | undefined): boolean {
    if (callee?.type === 'Identifier') return functions.has(nameOf(callee))
    return callee?.type === 'MemberExpression' ? functions.has(nameOf(callee.property)) : isMaker(callee)
  }
  function isText(value: unknown): boolean {
    const node = nodeOf(value)
    if (node?.type === 'CallExpression') return writes(nodeOf(node.callee))
    if (node?.type === 'Identifier') return texts.has(nameOf(node))
    if (node?.type === 'TemplateLiteral') return nodesOf(node.expressions).some(isText)
    if (node?.type === 'ConditionalExpression') return isText(node.consequent) || isText(node.alternate)
    return node?.type === 'LogicalExpression' && (isText(node.left) || isText(node.right))
  }

  for (const node of nodes) {
    if (node.type === 'VariableDeclarator') {
      const [names, values] = [nodeOf(node.id), nodeOf(node.init)]
      const pairs =
        names?.type === 'ArrayPattern' && values?.type === 'ArrayExpression'
          ? nodesOf(names.elements).map((name, at) => [name, nodesOf(values.elements)[at]] as const)
          : [[names, values] as const]
      for (const [name, value] of pairs) if (isMaker(value)) functions.add(nameOf(name))
    }
    if (/^Texts\b/.test(typeOf(node, code))) functions.add(nameOf(node.type === 'Identifier' ? node : node.key))
  }
  for (const node of nodes)
    if (node.type === 'VariableDeclarator' && nodeOf(node.id)?.type === 'Identifier' && isText(node.init))
      texts.add(nameOf(node.id))

  const onTexts: string[] = []
  const literals: string[] = []
  const compare = (node: Node, ...operands: readonly unknown[]) => {
    const read = operands.map(literalOf)
    // Whether a text is empty does not depend on its words.
    if (operands.some(isText) && !read.includes('')) onTexts.push(code(node))
    literals.push(...read.flatMap((text) => text ?? []))
  }
  for (const node of nodes) {
    if (node.type === 'BinaryExpression' && comparing.has(String(node.operator))) compare(node, node.left, node.right)
    if (node.type === 'SwitchStatement') compare(node, node.discriminant, ...nodesOf(node.cases).map((one) => one.test))
    const callee = nodeOf(node.callee)
    if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') continue
    const method = nameOf(callee.property)
    if (ofText.has(method)) compare(node, callee.object, ...nodesOf(node.arguments))
    else if (ofArgument.has(method)) compare(node, ...nodesOf(node.arguments))
    for (const part of [callee.object, ...nodesOf(node.arguments)]) {
      const regex = nodeOf(part)?.regex
      if (typeof regex === 'object' && regex !== null && 'pattern' in regex) literals.push(String(regex.pattern))
    }
  }
  return { onTexts, literals, texts: nodes.filter((node) => isCall(node) && isText(node)).length }
}

/** The annotated type of a name or a property. */
function typeOf(node: Node, code: (node: Node) => string): string {
  const annotation = nodeOf(nodeOf(node.typeAnnotation)?.typeAnnotation)
  return annotation === undefined ? '' : code(annotation)
}

function literalOf(value: unknown): string | undefined {
  const node = nodeOf(value)
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}
