import type * as z from 'zod'
import { inputWords, isRequired } from './contract/input-words.ts'
import { closest } from './manifest/did-you-mean.ts'
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
 * @param known names that a mistyped one may have meant
 */
export function problemsOf(error: z.core.$ZodError, whole: string, known: readonly string[] = []): FieldProblem[] {
  return error.issues.flatMap((issue) => problemsOfIssue(issue, [], whole, known))
}

function problemsOfIssue(
  issue: z.core.$ZodIssue,
  above: readonly string[],
  whole: string,
  known: readonly string[],
): FieldProblem[] {
  const path = [...above, ...issue.path.map(String)]
  const field = path.join('.') || whole
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => [[...path, key].join('.'), unknownKey(closest(key, known))])
    case 'invalid_union': {
      // Of the forms that a value may have, the one that it has in the main.
      const [near, ...others] = issue.errors.filter((issues) => !issues.some(isOfWholeValue))
      if (near === undefined || others.length > 0) return [[field, issue.message]]
      return near.flatMap((inner) => problemsOfIssue(inner, path, whole, known))
    }
    case 'invalid_type':
      // A schema's own message is for a value that is wrong; there is none.
      return [[field, issue.input === undefined ? isRequired : issue.message]]
    case 'invalid_value': {
      const meant = typeof issue.input === 'string' ? closest(issue.input, issue.values.map(String)) : undefined
      return [[field, meant === undefined ? issue.message : `${issue.message}: did you mean ${meant}?`]]
    }
    default:
      return [[field, issue.message.replace(/\.$/, '')]]
  }
}

function isOfWholeValue({ path, code }: z.core.$ZodIssue): boolean {
  return path.length === 0 && code === 'invalid_type'
}

function unknownKey(meant: string | undefined): string {
  return meant === undefined ? 'is not known here: leave it out' : `is not known here: did you mean ${meant}?`
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
