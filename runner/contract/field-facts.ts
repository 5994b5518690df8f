import * as z from 'zod'

/** What can be wrong with a field of a search, for readers that have their own words for it. */
export const FieldFacts = z.object({
  code: z.enum([
    'required',
    'twice',
    'unknown',
    'past',
    'tooFar',
    'before',
    'tooLong',
    'same',
    'sameCity',
    'beside',
    'together',
    'tooFew',
    'tooMany',
    'repeated',
    'below',
    'unknownField',
    /** The value does not have the form that the field requires, or is outside its limits. */
    'invalid',
  ]),
  /** The nearest allowed day. */
  date: z.string().exactOptional(),
  /** The largest allowed number. */
  most: z.number().exactOptional(),
  /** The value that is wrong. */
  value: z.string().exactOptional(),
})
export type FieldFacts = z.infer<typeof FieldFacts>

const isMissing = (value: unknown) => value == null || value === ''

/** The facts of a refused value. A schema's own rule states them as `params`. */
export function factsOf(issue: z.core.$ZodIssue): FieldFacts {
  if (issue.code === 'custom') return FieldFacts.safeParse(issue.params).data ?? { code: 'invalid' }
  if (issue.code === 'unrecognized_keys') return { code: 'unknownField' }
  if (isMissing(issue.input)) return { code: 'required' }
  if (issue.code === 'too_small' && issue.origin === 'array') return { code: 'tooFew' }
  if (issue.code === 'too_big' && issue.origin === 'array') return { code: 'tooMany', most: Number(issue.maximum) }
  return { code: 'invalid' }
}
