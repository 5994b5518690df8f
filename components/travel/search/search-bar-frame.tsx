'use client'

import { type ReactNode, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useTexts } from '../../ui/texts.tsx'

interface SearchBarFrameProps {
  /** The two-line summary of the search. */
  summary: ReactNode
  /** The form, as one line (`bar`) or tall (`strip`). */
  form: (shape: 'bar' | 'strip', onSearch?: () => void) => ReactNode
}

/**
 * The search above its results: one line of fields, or on a phone a two-line summary that opens the form as a sheet.
 */
export function SearchBarFrame({ summary, form }: SearchBarFrameProps) {
  const t = useTexts('search')
  const sheet = useRef<HTMLDialogElement>(null)
  return (
    <>
      <p className="print-head">{summary}</p>
      <div className="sbar no-print">{form('bar')}</div>
      <button type="button" className="msum no-print" aria-haspopup="dialog" onClick={() => sheet.current?.showModal()}>
        {summary}
        <Icon name="search" />
        <span className="sr-only">{t('changeSearch')}</span>
      </button>
      <Sheet ref={sheet} title={t('changeSearch')}>
        {form('strip', () => sheet.current?.close())}
      </Sheet>
    </>
  )
}
