import type * as z from 'zod'
import { type Outcome, refuse } from './outcome.ts'

const articles: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Words for the plainest mistakes; a schema's own message wins over these. */
const plainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'invalid_type') return undefined
  if (issue.input === undefined) return 'is required'
  return `must be ${articles[issue.expected] ?? issue.expected}`
}

/**
 * Parses `value`, or says what is wrong: INVALID_INPUT whose `details` names each field once and whose message names the first.
 *
 * @param whole what the value as a whole is called (`body`, `query`), for mistakes that no field has
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: string,
): Outcome<z.output<Schema>> {
  const parsed = schema.safeParse(value, { error: plainWords })
  if (parsed.success) return { ok: true, value: parsed.data }
  return refuseFields(parsed.error.issues.flatMap((issue) => problemsOf(issue, whole)))
}

export type FieldProblem = readonly [field: string, problem: string]

export function refuseFields(problems: readonly FieldProblem[]) {
  const details = new Map<string, string>()
  for (const [field, problem] of problems) if (!details.has(field)) details.set(field, problem.replace(/\.$/, ''))
  const [first] = details
  return refuse('INVALID_INPUT', {
    facts: first ? { detail: `${first[0]}: ${first[1]}` } : {},
    details: Object.fromEntries(details),
  })
}

function problemsOf(issue: z.core.$ZodIssue, whole: string): FieldProblem[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key): FieldProblem => [[...path, key].join('.'), 'is not known here; leave it out'])
  }
  return [[path.length === 0 ? whole : path.join('.'), issue.message]]
}
