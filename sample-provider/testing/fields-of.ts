/** The paths of all fields of a JSON value, without list indexes. */
export function fieldsOf(value: unknown, path = ''): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((item) => [...fieldsOf(item, path)]))
  if (typeof value !== 'object' || value === null) return new Set([path])
  return new Set(
    Object.entries(value).flatMap(([key, inner]) => [...fieldsOf(inner, path === '' ? key : `${path}.${key}`)]),
  )
}
