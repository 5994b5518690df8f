import type { FieldValues, ResolverOptions } from 'react-hook-form'

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
