'use client'

import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { areKeysOn, deedOfKey } from './console-keys.ts'

const SearchDialog = lazily(async () => (await import('./search-dialog.tsx')).SearchDialog)
const KeysDialog = lazily(async () => (await import('./keys-dialog.tsx')).KeysDialog)

/** The button that searches the whole console, and the keys of all its pages. */
export function ConsoleSearch() {
  const [shown, setShown] = useState<'search' | 'keys'>()
  const close = () => setShown(undefined)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const deed = deedOfKey(event, areKeysOn())
      if (deed === undefined || document.querySelector('dialog[open]')) return
      event.preventDefault()
      if (deed === 'next' || deed === 'previous') moveInList(deed === 'next' ? 1 : -1)
      else if (deed !== 'filter') setShown(deed)
      else if (!focusFilter()) setShown('search')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <>
      <button
        type="button"
        className="console-link row console-search-button"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void SearchDialog.preload()}
        onClick={() => setShown('search')}
      >
        <Icon name="search" />
        <span>Search</span>
        <span className="console-search-keys" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      {shown === 'search' && <SearchDialog onClose={close} />}
      {shown === 'keys' && <KeysDialog onClose={close} />}
    </>
  )
}

/** Whether the page has a search field of its own, which then gets the focus. */
function focusFilter(): boolean {
  const field = document.querySelector<HTMLInputElement>('main search input:is([type="search"], [type="text"])')
  field?.focus()
  return field !== null
}

/** Moves the focus to the link of the next or previous row of the page's list. */
function moveInList(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main .console-table tbody tr')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const start = at < 0 && step < 0 ? rows.length - 1 : at + step
  for (let index = start; index >= 0 && index < rows.length; index += step) {
    for (const link of rows[index]?.querySelectorAll('a') ?? []) {
      // A link that the screen's width hides takes no focus.
      link.focus()
      if (document.activeElement === link) return
    }
  }
}
