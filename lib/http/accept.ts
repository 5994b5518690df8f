/** A media type or range of an `Accept` header, in lower case and without parameters, and its weight from 0 to 1. */
type Range = readonly [name: string, weight: number]

const token = "[!#$%&'*+.^_`|~0-9a-z-]+"
const rangeName = new RegExp(`^${token}/${token}$`)
const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** A separator inside a quoted text separates nothing; a quotation that is not closed goes on to the end. */
const betweenCommas = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g
const betweenSemicolons = /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g
const partsOf = (text: string, part: RegExp): string[] => (text.match(part) ?? []).map((one) => one.trim())

/** An element that is not well-formed says nothing. */
function readRange(element: string): Range[] {
  const [name = '', ...parameters] = partsOf(element.toLowerCase(), betweenSemicolons)
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return rangeName.test(name) && qvalue.test(weight) ? [[name, Number(weight)]] : []
}

/**
 * Reads an `Accept` header (RFC 9110, 12.5.1) as how much a media type is wanted, 0 for not at all. Of what fits the type the
 * nearest counts: itself, its `type/*`, any type; with `byName` only itself. Of a range that is given twice the first counts.
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
