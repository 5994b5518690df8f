import { badRequest, type Issue, type IssueCode } from './errors.ts'

/**
 * Reads parameters of a query and collects errors. An invalid parameter reads as a missing one.
 *
 * @param outOfRange the error code for a number outside its range
 */
export function createQueryReader(query: URLSearchParams, outOfRange: IssueCode) {
  const issues: Issue[] = []
  const read = new Set<string>()

  function value(name: string): string | undefined {
    const given = query.getAll(name)
    if (given.length > 1 && !read.has(name)) issues.push(badRequest(10661, name, 'Query parameter may be given once'))
    read.add(name)
    return given.length === 1 ? given[0] : undefined
  }

  function malformed(name: string, detail = 'invalid query parameter format', example?: string): undefined {
    issues.push(badRequest(477, name, detail, example))
  }

  function number(name: string, shape: RegExp, low: number, high: number, code: IssueCode): number | undefined {
    const given = value(name)
    if (given === undefined) return undefined
    if (!shape.test(given)) return malformed(name, undefined, String(low))
    if (Number(given) >= low && Number(given) <= high) return Number(given)
    issues.push(badRequest(code, name, `value must be from ${low} to ${high}`, String(low)))
    return undefined
  }

  function oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    const given = value(name)
    if (given === undefined) return undefined
    return values.find((item) => item === given) ?? malformed(name, `one of ${values.join(', ')} expected`, values[0])
  }

  return {
    issues,
    oneOf,
    text(name: string, pattern: RegExp, example: string) {
      const given = value(name)
      return given === undefined || pattern.test(given) ? given : malformed(name, undefined, example)
    },
    /** A whole number from `low` to `high`. */
    whole: (name: string, low: number, high: number, code = outOfRange) => number(name, /^-?\d{1,9}$/, low, high, code),
    decimal: (name: string, low: number, high: number) =>
      number(name, /^-?\d{1,9}(\.\d{1,15})?$/, low, high, outOfRange),
    /** Distinct comma-separated values, at most `most`. */
    list(name: string, pattern: RegExp, most: number, example: string) {
      const given = value(name)
      if (given === undefined || given === '') return undefined
      const values = given.split(',')
      if (!values.every((item) => pattern.test(item))) return malformed(name, undefined, example)
      if (new Set(values).size < values.length) return malformed(name, 'a value is given twice', example)
      return values.length <= most ? values : malformed(name, `at most ${most} values`, example)
    },
    flag(name: string) {
      const given = oneOf(name, ['true', 'false'])
      return given === undefined ? undefined : given === 'true'
    },
    /** Reports an error if the query lacks the parameter. */
    require(name: string) {
      if (!query.has(name)) issues.push(badRequest(32171, name, 'Missing mandatory query parameter'))
    },
    /** Reports every parameter that was not read, so that no caller assumes that the parameter had an effect. */
    refuseOthers() {
      for (const name of new Set(query.keys())) {
        if (!read.has(name)) malformed(name, 'the sample provider does not read this parameter')
      }
    },
  }
}

export type QueryReader = ReturnType<typeof createQueryReader>
