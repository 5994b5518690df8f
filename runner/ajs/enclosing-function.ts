import type { SgNode } from '@ast-grep/napi'

const functionKinds = [
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'generator_function_declaration',
  'generator_function',
  'class_static_block',
  'field_definition',
]

/** Whether a node has a body of its own, in which `await` belongs to it. */
export const isFunction = (node: SgNode): boolean => functionKinds.includes(String(node.kind()))

/** The nearest function around a node. Null: it runs when the file is loaded. */
export function enclosingFunction(node: SgNode): SgNode | null {
  for (let around = node.parent(); around !== null; around = around.parent()) if (isFunction(around)) return around
  return null
}

export const isAsync = (node: SgNode): boolean => node.children().some((child) => child.kind() === 'async')
