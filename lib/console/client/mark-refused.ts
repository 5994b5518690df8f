import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { sentenceOf } from './credential-form.ts'

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
