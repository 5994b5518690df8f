import { fold } from '#lib/places/normalize.ts'
import type { Draw } from '../../flights/market/draw.ts'
import type { Spot } from '../geography/site.ts'
import type { Chain } from './chains.ts'
import type { Tongue } from './countries.ts'
import { nameWords } from './name-words.ts'

/** What a hotel is named after. */
export interface Named {
  chain: Chain | undefined
  stars: number
  spot: Spot
}

/** Gives each hotel of one town a name that no other of them has, and that says nothing twice. */
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

/** One of the items; the next that says nothing of `text` again, where there is one. */
function pickApart(draw: Draw, items: readonly string[], text: string): string {
  const picked = draw.pick(items)
  if (isApart(text, picked)) return picked
  const at = items.indexOf(picked)
  return [...items.slice(at), ...items.slice(0, at)].find((item) => isApart(text, item)) ?? picked
}

/** Both, or only the first where the second says something of it again. */
function joinApart(text: string, more: string): string {
  return isApart(text, more) ? `${text} ${more}` : text
}

function isApart(text: string, more: string): boolean {
  const said = new Set(meaningsOf(text))
  return !meaningsOf(more).some((word) => said.has(word) && !joining.has(word))
}

/** The words, with one for all sides of a town: what lies in the north does not lie in the south too. */
function meaningsOf(text: string): string[] {
  const words = text.toLowerCase().split(' ')
  return words.map((word) => (sides.has(word) ? 'side' : word))
}

const sides = new Set(
  'north south west nord sud norte sur sul sued syd vest sever jih zapad kita minami higashi nishi'.split(' '),
)

/** Words that join others, in the tongues of the names: they may stand in a name as often as they like. */
const joining = new Set(
  '& a al am and d da das de degli dei del della der des di do dos du e el et i il la las le les los no of on san sant santa the u upon y'.split(
    ' ',
  ),
)
/** Those of them that stand in small letters inside the name of a town. */
const small = new Set('am and d da das de del della der des di do dos du e en et im of on upon y'.split(' '))
/** Those that do so after one of these: de la Fuente, but La Paz. */
const smallAfterSmall = new Set('el la las le les los the'.split(' '))

const numerals = new Set(['ii', 'iii', 'iv', 'vi'])

/** As the distribution systems spell it: letters without accents, each word with a capital but those that only join. */
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
