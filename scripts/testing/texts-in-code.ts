import { parseSync } from 'oxc-parser'
import { z } from 'zod'

/** Attributes that users read or screen readers read out. */
const spoken = new Set(['aria-label', 'aria-description', 'alt', 'hint', 'label', 'placeholder', 'title', 'busyLabel'])

const nodeSchema = z.looseObject({ type: z.string() })
type Node = z.infer<typeof nodeSchema>

const nodeOf = (value: unknown): Node | undefined => nodeSchema.safeParse(value).data
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).flatMap((one) => nodeOf(one) ?? [])

/** Marks such as "–" and units such as "%" need no translation. */
const isText = (text: unknown): text is string => typeof text === 'string' && /\p{L}{2}/u.test(text)

/** The literal texts in the JSX of a component that users see or hear. Translations cannot replace them. */
export function textsInJsx(file: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (node.type === 'JSXText' && isText(node.value)) found.push(node.value.trim())
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of nodesOf(node.children)) if (child.type === 'JSXExpressionContainer') shown(child.expression)
    }
    if (node.type === 'JSXAttribute' && spoken.has(String(nodeOf(node.name)?.name))) {
      const value = nodeOf(node.value)
      shown(value?.type === 'JSXExpressionContainer' ? value.expression : value)
    }
    for (const part of Object.values(node))
      if (typeof part === 'object') for (const inner of nodesOf(part)) visit(inner)
  }
  /** The literals that can be the value of an expression. */
  const shown = (value: unknown) => {
    const node = nodeOf(value)
    if (!node) return
    if (node.type === 'Literal' && isText(node.value)) found.push(node.value)
    if (node.type === 'TemplateLiteral') {
      const parts = nodesOf(node.quasis).map(({ value: text }) => z.object({ raw: z.string() }).parse(text).raw)
      if (parts.some(isText)) found.push(parts.join('…'))
    }
    if (node.type === 'ConditionalExpression') for (const end of [node.consequent, node.alternate]) shown(end)
    if (node.type === 'LogicalExpression') for (const end of [node.left, node.right]) shown(end)
  }
  visit(nodeSchema.parse(parseSync(file, source).program))
  return found
}
