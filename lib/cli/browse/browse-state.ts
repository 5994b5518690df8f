import { matching } from '#lib/skills/model/matching.ts'
import type { Offered } from '#lib/skills/server/sources/source.ts'
import { notInLine } from '#runner/contract/hidden-text.ts'

/** What a person sees: the search, the category (undefined: all), and the selected skill's place in the list. */
export type BrowseState = {
  readonly query: string
  readonly category: string | undefined
  readonly found: readonly Offered[]
  readonly selected: number
}

/** A key as ink names it. */
type Pressed = {
  readonly upArrow?: boolean
  readonly downArrow?: boolean
  readonly pageUp?: boolean
  readonly pageDown?: boolean
  readonly home?: boolean
  readonly end?: boolean
  readonly tab?: boolean
  readonly shift?: boolean
  readonly backspace?: boolean
  readonly delete?: boolean
  readonly ctrl?: boolean
  readonly meta?: boolean
}

type Browse = {
  readonly start: BrowseState
  /** The state after a key. `page`: the number of skills on a page. */
  press(state: BrowseState, input: string, key: Pressed, page: number): BrowseState
}

export function createBrowse(offered: readonly Offered[]): Browse {
  const categories = [undefined, ...new Set(offered.flatMap((one) => one.categories).sort())]
  const all = matching(offered, [])

  const inCategory = (category: string | undefined) =>
    category === undefined ? all : all.filter((one) => one.categories.includes(category))

  function search(query: string, category: string | undefined, among = inCategory(category)): BrowseState {
    const words = query.split(/\s+/).filter((word) => word !== '')
    const found = words.length === 0 ? among : matching(among, words)
    return { query, category, found, selected: 0 }
  }

  return {
    start: search('', undefined),
    press(state, input, key, page) {
      const { query, category, found, selected } = state
      const to = (place: number) => ({ ...state, selected: Math.max(0, Math.min(found.length - 1, place)) })
      if (key.upArrow) return to(selected - 1)
      if (key.downArrow) return to(selected + 1)
      if (key.pageUp) return to(selected - page)
      if (key.pageDown) return to(selected + page)
      if (key.home) return to(0)
      if (key.end) return to(found.length - 1)
      if (key.tab) {
        const next = categories.indexOf(category) + (key.shift ? -1 : 1)
        return search(query, categories.at(next % categories.length))
      }
      if (key.backspace || key.delete) return search([...query].slice(0, -1).join(''), category)
      const typed = key.ctrl || key.meta ? '' : input.replace(notInLine, '')
      // A longer search finds some of what the shorter one found.
      return typed === '' ? state : search(query + typed, category, found)
    },
  }
}
