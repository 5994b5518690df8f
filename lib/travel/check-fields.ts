import * as z from 'zod'
import { inputWords } from '#runner/contract/input-words.ts'

/** A search's values checked with its schema; what is wrong is a phrase that follows the field's name. */
export type CheckedFields<Search, Name extends string> =
  | { ok: true; search: Search }
  | { ok: false; errors: Partial<Record<Name, string>>; partial: Partial<Search> }

/** Checks values of any origin (an address, a form) with the contract's schema, and says per field what is wrong. */
export function checkFields<Shape extends z.ZodRawShape, Name extends keyof Shape & string>(
  schema: z.ZodObject<Shape>,
  names: readonly Name[],
  values: Partial<Record<Name, unknown>>,
): CheckedFields<z.output<z.ZodObject<Shape>>, Name> {
  const parsed = schema.safeParse(values, { error: inputWords })
  if (parsed.success) return { ok: true, search: parsed.data }
  const errors: Partial<Record<Name, string>> = {}
  for (const issue of parsed.error.issues) {
    const name = names.find((known) => known === issue.path[0])
    if (name === undefined || errors[name]) continue
    // A rule between two fields, broken by the other one, which is named for itself.
    if (issue.code === 'custom' && values[name] === undefined) continue
    errors[name] = phraseOf(values[name], issue)
  }
  return { ok: false, errors, partial: keepValid(schema, names, values) }
}

type Issue = { code?: string; expected?: string; message: string; path: PropertyKey[] }

function phraseOf(value: unknown, { code, expected, message, path }: Issue): string {
  if (value === undefined || value === '') return 'is missing'
  // What is wrong with one value of a list, the schema says itself.
  if (path.length > 1) return message
  if (expected === 'number' || expected === 'int') return 'must be a whole number'
  if (code === 'invalid_type' || code === 'invalid_union') return 'is not readable'
  if (code === 'invalid_value') return 'is not one of the choices'
  return message
}

/** The fields that are right on their own, to fill a form with as much as can be understood. */
function keepValid<Shape extends z.ZodRawShape, Name extends keyof Shape & string>(
  schema: z.ZodObject<Shape>,
  names: readonly Name[],
  values: Partial<Record<Name, unknown>>,
): Partial<z.output<z.ZodObject<Shape>>> {
  const kept: Partial<z.output<z.ZodObject<Shape>>> = {}
  for (const name of names) {
    if (values[name] === undefined) continue
    const field = schema.shape[name]
    const parsed = field && z.safeParse(field, values[name])
    if (parsed?.success) Object.assign(kept, { [name]: parsed.data })
  }
  return kept
}
