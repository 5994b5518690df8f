import { Box, Text, useApp, useInput } from 'ink'
import { createElement as h, useState } from 'react'
import { matching } from '#lib/skills/model/matching.ts'
import type { Offered } from '#lib/skills/server/sources/source.ts'
import { notInLine } from '#runner/contract/hidden-text.ts'
import { oneLine, printable } from '../terminal.ts'

type BrowseProps = {
  readonly offered: readonly Offered[]
  /** What the command knows about a skill before it is installed, as text. Never rejects. */
  readonly preview: (offer: Offered) => Promise<string>
  /** Called when a person wants to install the skill whose preview is shown. */
  readonly choose: (offer: Offered) => void
  /** The size of the terminal. */
  readonly size: () => { readonly rows: number; readonly columns: number }
}

/** `text`: undefined while it is fetched. */
type Preview = { readonly offer: Offered; readonly text: readonly string[] | undefined; readonly top: number }

const listKeys = 'type to search · up, down, page · tab: category · enter: preview · esc: back'
const previewKeys = 'up, down, page · i: install · esc: back'
/** The lines that are no skills: search, category, a gap above and below, the keys, and the line that ink ends with. */
const otherLines = 6

/** Drawn with words alone: no colour, no mouse, and in the normal screen, so that it works on every terminal. */
export function BrowseView({ offered, preview, choose, size }: BrowseProps) {
  const { exit } = useApp()
  const page = Math.max(3, size().rows - otherLines)
  const [browse] = useState(() => createBrowse(offered))
  const [state, setState] = useState(browse.start)
  const [shown, setShown] = useState<Preview>()

  useInput((input, key) => {
    if (shown !== undefined) {
      const { offer, text } = shown
      const most = Math.max(0, (text?.length ?? 0) - page)
      const move = (by: number) => setShown({ ...shown, top: Math.max(0, Math.min(most, shown.top + by)) })
      if (key.escape) setShown(undefined)
      else if (key.upArrow || key.pageUp) move(key.upArrow ? -1 : -page)
      else if (key.downArrow || key.pageDown) move(key.downArrow ? 1 : page)
      else if (input === 'i' && text !== undefined) {
        choose(offer)
        exit()
      }
      return
    }
    const offer = state.found[state.selected]
    if (key.return && offer !== undefined) {
      setShown({ offer, text: undefined, top: 0 })
      // A person may have gone back, or on to another skill, before it is fetched.
      void preview(offer)
        .then((text) => linesOf(text, size().columns - 1))
        .then((text) => setShown((now) => (now?.offer === offer ? { ...now, text } : now)))
    } else if (key.escape) {
      if (state.query === '' && state.category === undefined) exit()
      else setState(browse.start)
    } else setState((now) => browse.press(now, input, key, page))
  })
  return shown === undefined ? h(List, { state, page }) : h(PreviewText, { shown, page })
}

function List({ state: { query, category, found, selected }, page }: { state: BrowseState; page: number }) {
  const top = Math.floor(selected / page) * page
  const count = `${found.length} ${found.length === 1 ? 'skill' : 'skills'}`
  return h(
    Box,
    { flexDirection: 'column' },
    line(`Search: ${query}_`),
    line(`Category: ${oneLine(category ?? 'all')} (${count})`),
    line(' '),
    h(
      Box,
      { flexDirection: 'column', 'aria-role': 'list' },
      ...found.slice(top, top + page).map((offer, at) => row(offer, top + at === selected)),
    ),
    found.length === 0 ? line('No skill was found. Use fewer words, or another category.') : null,
    line(' '),
    line(listKeys),
  )
}

function row({ name, description, version }: Offered, isSelected: boolean) {
  const text = `${oneLine(name)} ${oneLine(version ?? '')}  ${oneLine(description)}`
  return h(
    Box,
    { key: name, 'aria-role': 'listitem', 'aria-state': { selected: isSelected } },
    line(`${isSelected ? '>' : ' '} ${text}`),
  )
}

function PreviewText({ shown: { offer, text, top }, page }: { shown: Preview; page: number }) {
  const lines = text ?? [`Fetching and checking ${oneLine(offer.name)} …`]
  return h(
    Box,
    { flexDirection: 'column' },
    ...lines.slice(top, top + page).map((one, at) => h(Text, { key: at, wrap: 'truncate' }, one || ' ')),
    line(' '),
    line(previewKeys),
  )
}

/** No part of what a skill may do is cut off. A letter outside of ASCII may need two columns. */
function linesOf(text: string, columns: number): string[] {
  return printable(text)
    .replaceAll('\t', ' ')
    .split('\n')
    .flatMap((one) => {
      const width = /^[ -~]*$/.test(one) ? columns : Math.floor(columns / 2)
      return one.match(new RegExp(`.{1,${width}}`, 'gu')) ?? ['']
    })
}

const line = (text: string) => h(Text, { wrap: 'truncate' }, text)

/** What a person sees: the search, the category (undefined: all), and the selected skill's place in the list. */
type BrowseState = {
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
