/** A media type or range of an `Accept` header, in lower case and without parameters, with its weight from 0 to 1. */
type Range = readonly [name: string, weight: number]

const token = "[!#$%&'*+.^_`|~0-9a-z-]+"
const rangeName = new RegExp(`^${token}/${token}$`)
const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** A separator inside quotes does not separate. An unclosed quote extends to the end. */
const betweenCommas = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g
const betweenSemicolons = /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g
const partsOf = (text: string, part: RegExp): string[] => (text.match(part) ?? []).map((one) => one.trim())

/** A malformed element is ignored. */
function readRange(element: string): Range[] {
  const [name = '', ...parameters] = partsOf(element.toLowerCase(), betweenSemicolons)
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return rangeName.test(name) && qvalue.test(weight) ? [[name, Number(weight)]] : []
}

/**
 * Parses an `Accept` header (RFC 9110, 12.5.1) into a function that returns the weight of a media type, 0 if not
 * accepted. The most specific match counts: the type itself, its `type/*`, then any type; with `byName` only the type
 * itself. Of a repeated range the first counts.
 */
export function readAccept(header: string): (mediaType: string, match?: 'byName') => number {
  const weights = new Map<string, number>()
  for (const [name, weight] of partsOf(header, betweenCommas).flatMap(readRange)) {
    if (!weights.has(name)) weights.set(name, weight)
  }
  return (mediaType, match) => {
    const named = weights.get(mediaType)
    if (named !== undefined || match === 'byName') return named ?? 0
    return weights.get(`${mediaType.split('/')[0]}/*`) ?? weights.get('*/*') ?? 0
  }
}
