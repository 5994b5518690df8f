import type * as z from 'zod'
import { type FieldFacts, factsOf } from '../contract/field-facts.ts'
import { type FieldFault, type FieldFaults, isRequired, phrasesOf } from '../contract/field-fault.ts'
import { inputWords } from '../contract/input-words.ts'
import { shortName } from '../core/quoted.ts'
import { closest } from './did-you-mean.ts'

/**
 * A field, as a dotted path like `config.timeout_ms`, and a phrase that follows the field's name in a sentence. `facts`:
 * the same for a reader with its own words.
 */
export type FieldProblem = readonly [field: string, problem: string, facts?: FieldFacts | undefined]

/** The maximum number of fields in an answer, so that a hostile request cannot make the answer long. */
export const maxFields = 20

/** Parse options that give `problemsOf` the details it needs. */
export const inputParsing = { error: inputWords, reportInput: true } as const

/**
 * The problem of each invalid field, in the product's phrases.
 *
 * @param whole the name of the value as a whole (`body`, `query`, `input`), for problems that belong to no field
 * @param known field names to suggest for a misspelled one
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
  const facts = factsOf(issue)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => [[...path, key].join('.'), unknownKey(closest(key, known)), facts])
    case 'invalid_union': {
      // Reports the problems of the only union member whose basic type matches.
      const [near, ...others] = issue.errors.filter((issues) => !issues.some(isOfWholeValue))
      if (near === undefined || others.length > 0) return [[field, issue.message, facts]]
      return near.flatMap((inner) => problemsOfIssue(inner, path, whole, known))
    }
    case 'invalid_type':
      // A schema's own message describes an invalid value, not a missing one.
      return [[field, issue.input === undefined ? isRequired : issue.message, facts]]
    case 'invalid_value': {
      const meant = typeof issue.input === 'string' ? closest(issue.input, issue.values.map(String)) : undefined
      return [[field, meant === undefined ? issue.message : `${issue.message}: did you mean ${meant}?`, facts]]
    }
    default:
      return [[field, issue.message.replace(/\.$/, ''), facts]]
  }
}

function isOfWholeValue({ path, code }: z.core.$ZodIssue): boolean {
  return path.length === 0 && code === 'invalid_type'
}

function unknownKey(meant: string | undefined): string {
  return meant === undefined ? 'is not a known field: remove it' : `is not a known field: did you mean ${meant}?`
}

/** `{ field: phrase }`, with the first phrase of each field. */
export const detailsOf = (problems: Iterable<FieldProblem>): Record<string, string> => phrasesOf(faultsOf(problems))

/** The first problem of each field. */
export function faultsOf(problems: Iterable<FieldProblem>): FieldFaults {
  const faults = new Map<string, FieldFault>()
  for (const [field, phrase, facts] of problems) {
    if (faults.size >= maxFields) break
    const name = shortName(field)
    if (!faults.has(name)) faults.set(name, { phrase, facts })
  }
  return Object.fromEntries(faults)
}
