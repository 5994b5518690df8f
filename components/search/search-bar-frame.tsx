'use client'

import { type ReactNode, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Sheet } from '../ui/sheet.tsx'

interface SearchBarFrameProps {
  /** The search in two lines. */
  summary: ReactNode
  /** The form, as one line or tall. */
  form: (shape: 'bar' | 'strip', onSearch?: () => void) => ReactNode
}

/** The search above its results: one line of fields, or on a phone two lines of text that open the form as a sheet. */
export function SearchBarFrame({ summary, form }: SearchBarFrameProps) {
  const sheet = useRef<HTMLDialogElement>(null)
  return (
    <>
      <div className="sbar no-print">{form('bar')}</div>
      <button type="button" className="msum no-print" aria-haspopup="dialog" onClick={() => sheet.current?.showModal()}>
        {summary}
        <Icon name="search" />
        <span className="sr-only">Change the search</span>
      </button>
      <Sheet ref={sheet} title="Change the search">
        {form('strip', () => sheet.current?.close())}
      </Sheet>
    </>
  )
}
