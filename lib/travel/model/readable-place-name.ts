import { isAbbreviation, isInCapitals } from './readable-text.ts'

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Joining words in the languages of the places. */
const joining = setOf(
  'am and d da das de degli dei del della delle dem den der des di do dos du e en et garni im no of on und upon von y',
)
/**
 * Articles: lower case after a joining word, but capitalized at the start of a proper name (de la Gare, but La Paz).
 */
const articles = setOf('el il la las le les los the')
/** Names whose first word looks like a joining word. */
const ownNames = /^(?:DA (?:LAT|NANG)|DES (?:MOINES|PLAINES))(?!\p{L})/u

/**
 * Rewrites a hotel, town or street name in capitals the way people write it: "HOTEL DE LA GARE" becomes "Hotel de la
 * Gare", "NH" and "MGM" stay. Does not change names with a lower-case letter or with at most three letters.
 */
export function readablePlaceName(name: string): string {
  if (!isInCapitals(name)) return name
  let before: 'nothing' | 'joining' | 'name' = 'nothing'
  return name.replace(/[\p{L}\d]+(?:['’]S(?![\p{L}\d]))?/gu, (word, at: number) => {
    const small = word.toLowerCase()
    const mayJoin = before !== 'nothing' && !ownNames.test(name.slice(at))
    const joins = mayJoin && (joining.has(small) || (before === 'joining' && articles.has(small)))
    before = joins ? 'joining' : 'name'
    if (joins) return small
    return isAbbreviation(small) ? word : word.charAt(0) + small.slice(1)
  })
}
