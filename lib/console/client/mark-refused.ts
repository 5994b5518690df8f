import type { FieldPath, FieldValues, ResolverOptions, UseFormReturn } from 'react-hook-form'

/**
 * Shows a refusal beside the fields that it is about, and focuses the first. `names`: the fields that can be refused, in
 * their order on the page. `details`: of the refusal, by path, such as `skills.0`.
 */
export function markRefused<Values extends FieldValues>(
  { setError, setFocus }: Pick<UseFormReturn<Values>, 'setError' | 'setFocus'>,
  names: readonly FieldPath<Values>[],
  details: Readonly<Record<string, string>>,
): void {
  const wrong = names.flatMap((name) => {
    const message = Object.entries(details).find(([path]) => path.split('.')[0] === name)?.[1]
    return message === undefined ? [] : [{ name, message: sentenceOf(message) }]
  })
  for (const { name, message } of wrong) setError(name, { type: 'refused', message })
  if (wrong[0]) setFocus(wrong[0].name)
}

/** A refusal to show below a form: its own message may name fields of the API, which the form marks by its own names. */
export const refusalOf = (error: Error | null, marked: object): Error | null =>
  error && Object.keys(marked).length > 0 ? new Error('Correct the marked fields.') : error

/**
 * Whether a date or number field has text of which the browser makes no value, such as a date without a year. Its
 * value is then empty, as if nothing were typed.
 */
export function isHalfTyped<Values extends FieldValues>(
  fields: ResolverOptions<Values>['fields'],
  name: keyof Values & string,
): boolean {
  const ref = fields[name]?.ref
  return ref instanceof HTMLInputElement && ref.validity.badInput
}

/** "must be a name like X" as a sentence. */
export const sentenceOf = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`
