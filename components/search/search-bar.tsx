'use client'

import { useRef, useState } from 'react'
import type { PlaceNames, SearchFormValues } from '#lib/client/search-form.ts'
import { Icon } from '../ui/icon.tsx'
import { SearchForm } from './search-form.tsx'
import { SearchSummary } from './search-summary.tsx'

interface SearchBarProps {
  initial: SearchFormValues
  names: PlaceNames
  errors?: Partial<Record<keyof SearchFormValues, string>>
}

/** The search above its results: one line of fields, or on a phone two lines of text that open the form as a sheet. */
export function SearchBar({ initial, names, errors }: SearchBarProps) {
  const sheet = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  function open() {
    setIsOpen(true)
    sheet.current?.showModal()
  }

  return (
    <>
      <div className="sbar no-print">
        <SearchForm shape="bar" initial={initial} names={names} {...(errors && { errors })} />
      </div>
      <button type="button" className="msum no-print" aria-haspopup="dialog" onClick={open}>
        <SearchSummary values={initial} />
        <Icon name="search" />
        <span className="sr-only">Change the search</span>
      </button>
      <dialog ref={sheet} className="sheet" aria-label="Change the search" onClose={() => setIsOpen(false)}>
        <div className="sheet-head">
          <h2>Change the search</h2>
          <button type="button" className="sheet-close" aria-label="Close" onClick={() => sheet.current?.close()}>
            <Icon name="x" />
          </button>
        </div>
        {isOpen && (
          <SearchForm
            shape="strip"
            initial={initial}
            names={names}
            {...(errors && { errors })}
            onSearch={() => sheet.current?.close()}
          />
        )}
      </dialog>
    </>
  )
}
