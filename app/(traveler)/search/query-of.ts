/** The query of a page's address, with all values of a name. */
export function queryOf(searchParams: Record<string, string | string[] | undefined>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(searchParams).flatMap(([name, value = []]) => [value].flat().map((one) => [name, one])),
  )
}
