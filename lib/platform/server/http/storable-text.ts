import { type FieldProblem, maxFields } from '#runner/manifest/input-problems.ts'

const problem = 'contains a character that cannot be stored: remove NUL characters and lone surrogates'

/** PostgreSQL stores no NUL in text, and a lone surrogate is invalid in UTF-8. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * The fields of parsed JSON, a form or a query whose text cannot be stored, including field names. Stops at as many
 * fields as an answer names, because the names of deeply nested fields are long.
 */
export function unstorableFields(value: unknown): FieldProblem[] {
  const problems: FieldProblem[] = []
  const open: { readonly value: unknown; readonly field: string }[] = [{ value, field: '' }]
  for (let next = open.pop(); next !== undefined && problems.length < maxFields; next = open.pop()) {
    const { value: inner, field } = next
    if (typeof inner === 'string' && !isStorable(inner)) problems.push([field, problem])
    if (typeof inner !== 'object' || inner === null) continue
    for (const [key, part] of Object.entries(inner)) {
      const name = field === '' ? key : `${field}.${key}`
      if (isStorable(key)) open.push({ value: part, field: name })
      else if (problems.length < maxFields) problems.push([name, problem])
    }
  }
  return problems
}
