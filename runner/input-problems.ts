import type * as z from 'zod'
import { inputWords } from './contract/input-words.ts'
import { shortName } from './quoted.ts'

/** A field's name, with nested ones like `config.timeout_ms`, and a phrase that goes on after it. */
export type FieldProblem = readonly [field: string, problem: string]

/** How many wrong fields are named: an answer to a hostile request is no longer for it. */
const mostFields = 20

/** How input is parsed, so that `problemsOf` can say what is wrong with it. */
export const inputParsing = { error: inputWords, reportInput: true } as const

/**
 * What is wrong, field by field, in the product's words.
 *
 * @param whole what the value as a whole is called (`body`, `query`, `input`), for mistakes that no field has
 */
export function problemsOf(error: z.core.$ZodError, whole: string): FieldProblem[] {
  return error.issues.flatMap((issue): FieldProblem[] => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => [[...path, key].join('.'), 'is not known here: leave it out'])
    }
    const field = path.join('.') || whole
    // A schema's own message is for a value that is wrong; there is none.
    if (issue.code === 'invalid_type' && issue.input === undefined) return [[field, 'is required']]
    return [[field, issue.message.replace(/\.$/, '')]]
  })
}

/** `{ field: phrase }`, the first phrase of each field. */
export function detailsOf(problems: Iterable<FieldProblem>): Record<string, string> {
  const details = new Map<string, string>()
  for (const [field, problem] of problems) {
    if (details.size >= mostFields) break
    const name = shortName(field)
    if (!details.has(name)) details.set(name, problem)
  }
  return Object.fromEntries(details)
}
