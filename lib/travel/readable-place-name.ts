const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words that join others, in the tongues of the places. */
const joining = setOf(
  'am and d da das de degli dei del della delle dem den der des di do dos du e en et garni im no of on und upon von y',
)
/** Articles, which are small after a joining word, and begin a name of their own elsewhere: de la Gare, but La Paz. */
const articles = setOf('el il la las le les los the')
/** Names that begin as if they joined what is before them. */
const ownNames = /^(?:DA (?:LAT|NANG)|DES (?:MOINES|PLAINES))(?!\p{L})/u
/** What is short for something, although it could be spoken. */
const abbreviations = setOf('ac itc jw lax uae uk usa ymca ii iii iv vi vii viii ix xi xii')
/** What is short for something, and is not written in capitals. */
const titles = setOf('dr ft mt sr st ste')

/**
 * The name of a hotel, a town or a street that a provider writes in capitals, as people write it: "HOTEL DE LA GARE" is "Hotel
 * de la Gare", "NH" and "MGM" stay. A name with a small letter is left alone.
 */
export function readablePlaceName(name: string): string {
  if (name !== name.toUpperCase()) return name
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

function isAbbreviation(word: string): boolean {
  if (titles.has(word)) return false
  if (abbreviations.has(word) || /\d/.test(word)) return true
  return word.length <= 4 && /^[bcdfghjklmnpqrstvwxz]+$/.test(word)
}
