import * as z from 'zod'
import { jsonOrNot } from '#runner/core/json-or-not.ts'

const maxDepth = 16
const maxValues = 1_000

/** Next's id of a server action. */
const ActionId = z.string().regex(/^[0-9a-f]{42}$/)
/** `bound` is null if the page bound no arguments; otherwise, the following field of the form holds them. */
const BoundAction = z.strictObject({ id: ActionId, bound: z.literal('$@1').nullable() })

export const isActionId = (text: string): boolean => ActionId.safeParse(text).success

/**
 * Whether this is React's encoding of a page's call to a server action: a state and a form. React decodes much more
 * (promises, streams, references to other parts). Anything that no page sends is stopped here.
 */
export function isActionCall(form: FormData): boolean {
  for (const name of form.keys()) if (name !== '0' && !/^_\d{1,4}_/.test(name)) return false
  return isArgumentsField(form, '0')
}

/** Whether the form calls a server action without JavaScript: then some of its fields name the action. */
export function isActionForm(form: FormData): boolean {
  const names = [...form.keys()].filter((name) => name.startsWith('$ACTION_') && name !== '$ACTION_KEY')
  const actions = names.filter((name) => /^\$ACTION_(?:ID|REF)_/.test(name))
  const own = actions.flatMap((action) => fieldsOfAction(form, action))
  return actions.length > 0 && !own.includes(undefined) && names.every((name) => own.includes(name))
}

/** The names of the fields that belong to an action; undefined for a field not in React's encoding. */
function fieldsOfAction(form: FormData, action: string): (string | undefined)[] {
  const id = action.startsWith('$ACTION_ID_') ? action.slice('$ACTION_ID_'.length) : undefined
  if (id !== undefined) return [isActionId(id) ? action : undefined]
  const prefix = action.replace('_REF', '')
  const bound = BoundAction.safeParse(jsonOf(form.getAll(`${prefix}:0`)))
  if (!/^\$ACTION_\d{1,4}$/.test(prefix) || !bound.success) return [undefined]
  if (bound.data.bound === null) return [action, `${prefix}:0`]
  return [action, `${prefix}:0`, isArgumentsField(form, `${prefix}:1`) ? `${prefix}:1` : undefined]
}

function isArgumentsField(form: FormData, name: string): boolean {
  return isArguments(jsonOf(form.getAll(name)))
}

/** The JSON of a field that appears once; else undefined. */
export function jsonOf([text, ...more]: readonly unknown[]): unknown {
  return typeof text === 'string' && more.length === 0 ? jsonOrNot(text) : undefined
}

/** Whether the values are plain. Of React's `$` markers, only `undefined`, a form and escaped text are accepted. */
export function isArguments(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > 2) return false
  let values = 0
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: inner, depth } = next
    values += 1
    if (values > maxValues || depth > maxDepth) return false
    if (typeof inner === 'string' && inner.startsWith('$') && !/^\$(?:\$|undefined$|K[0-9a-f]{1,4}$)/.test(inner))
      return false
    if (typeof inner !== 'object' || inner === null) continue
    if (Object.hasOwn(inner, '__proto__')) return false
    for (const part of Object.values(inner)) open.push({ value: part, depth: depth + 1 })
  }
  return true
}
