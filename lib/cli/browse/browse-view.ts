import { Box, Text, useApp, useInput } from 'ink'
import { createElement as h, useState } from 'react'
import type { Offered } from '#lib/skills/server/sources/source.ts'
import { oneLine, printable } from '../terminal.ts'
import { type BrowseState, createBrowse } from './browse-state.ts'

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
