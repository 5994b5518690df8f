/** The page's query string, with every value of a repeated name. */
export function queryOf(searchParams: Readonly<Record<string, string | string[] | undefined>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(searchParams).flatMap(([name, value = []]) => [value].flat().map((one) => [name, one])),
  )
}
