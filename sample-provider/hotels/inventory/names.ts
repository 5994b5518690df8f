import { fold } from '#lib/travel/server/places/normalize.ts'
import type { Draw } from '../../flights/market/draw.ts'
import type { Spot } from '../geography/site.ts'
import type { Chain } from './chains.ts'
import type { Tongue } from './countries.ts'
import { nameWords } from './name-words.ts'

/** The feature after which a hotel is named. */
interface Named {
  chain: Chain | undefined
  stars: number
  spot: Spot
}

/** Gives each hotel of a town a unique name without repeated words. */
export function createNamer(tongue: Tongue, town: string): (named: Named, draw: Draw) => string {
  const { kinds, names, parts, ...spots } = nameWords[tongue]
  const grand = kinds.slice(0, Math.ceil(kinds.length / 2))
  const city = townName(town)
  const used = new Set<string>()
  return ({ chain, stars, spot }, draw) => {
    const kind = draw.pick(stars >= 4 ? grand : kinds)
    const own = kind.replace('#', pickApart(draw, names, kind))
    const first = chain === undefined ? own : joinApart(chain.name, city)
    const part = joinApart(first, spot === 'town' ? pickApart(draw, parts, first) : spots[spot])
    const candidates = chain === undefined ? [first, joinApart(first, city)] : []
    candidates.push(part, joinApart(part, pickApart(draw, parts, part)))
    let name = candidates.find((candidate) => !used.has(candidate))
    for (let count = 2; name === undefined; count++) {
      const next = `${part} ${count}`
      if (!used.has(next)) name = next
    }
    used.add(name)
    return name
  }
}

/** One of the items, preferring one that repeats no word of `text`. */
function pickApart(draw: Draw, items: readonly string[], text: string): string {
  const picked = draw.pick(items)
  if (isApart(text, picked)) return picked
  const at = items.indexOf(picked)
  return [...items.slice(at), ...items.slice(0, at)].find((item) => isApart(text, item)) ?? picked
}

/** Both texts joined, or only the first one if the second repeats one of its words. */
function joinApart(text: string, more: string): string {
  return isApart(text, more) ? `${text} ${more}` : text
}

function isApart(text: string, more: string): boolean {
  const said = new Set(meaningsOf(text))
  return !meaningsOf(more).some((word) => said.has(word) && !joining.has(word))
}

/** The words of a text, with one token for all compass directions: no hotel is in both the north and the south. */
function meaningsOf(text: string): string[] {
  const words = text.toLowerCase().split(' ')
  return words.map((word) => (sides.has(word) ? 'side' : word))
}

const sides = new Set(
  'north south west nord sud norte sur sul sued syd vest sever jih zapad kita minami higashi nishi'.split(' '),
)

/** Connecting words, which a name may contain more than once. */
const joining = new Set(
  '& a al am and d da das de degli dei del della der des di do dos du e el et i il la las le les los no of on san sant santa the u upon y'.split(
    ' ',
  ),
)
/** Connecting words that are in lower case within the name of a town. */
const small = new Set('am and d da das de del della der des di do dos du e en et im of on upon y'.split(' '))
/** Words that are in lower case only after a lower-case word: de la Fuente, but La Paz. */
const smallAfterSmall = new Set('el la las le les los the'.split(' '))

const numerals = new Set(['ii', 'iii', 'iv', 'vi'])

/** Spells names like the distribution systems: without accents, each word capitalized except connecting words. */
function townName(text: string): string {
  const plain = fold(text)
    .replace(/[^a-z0-9 ]/g, '')
    .split(' ')
  let isAfterSmall = false
  const cased = plain.map((word, at) => {
    isAfterSmall = at > 0 && (small.has(word) || (isAfterSmall && smallAfterSmall.has(word)))
    if (isAfterSmall) return word
    return numerals.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
  })
  return cased.join(' ')
}
