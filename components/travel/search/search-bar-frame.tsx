'use client'

import { type ComponentType, type ReactNode, useRef } from 'react'
import { type ListQuery, withKept } from '#lib/travel/client/list-query.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useTexts } from '../../ui/texts.tsx'
import type { SearchFormProps } from './search-form.tsx'

/** What a bar tells its form. */
export type SearchBarProps<Values, Name extends string = keyof Values & string> = Pick<
  SearchFormProps<Values, Name>,
  'initial' | 'names' | 'errors'
>

interface SearchBarFrameProps<Values, Name extends string> {
  values: SearchBarProps<Values, Name>
  Form: ComponentType<SearchFormProps<Values, Name>>
  list: ListQuery
  /** The two lines of the search's summary: where, and when and for whom. */
  route: ReactNode
  rest: string
}

/**
 * The search above its results: one line of fields, or on a phone a two-line summary that opens the form as a sheet.
 */
export function SearchBarFrame<Values, Name extends string>(props: SearchBarFrameProps<Values, Name>) {
  const { values, Form, list, route, rest } = props
  const t = useTexts('search')
  const sheet = useRef<HTMLDialogElement>(null)
  const keep = (query: string) => withKept(query, window.location.search, list)
  return (
    <>
      <p className="print-head">
        <span className="msum-route">{route}</span> {rest}
      </p>
      <div className="sbar no-print">
        <Form {...values} shape="bar" keep={keep} />
      </div>
      <button type="button" className="msum no-print" aria-haspopup="dialog" onClick={() => sheet.current?.showModal()}>
        <span>
          <span className="msum-route">{route}</span>
          <br />
          <span className="msum-rest">{rest}</span>
        </span>
        <Icon name="search" />
        <span className="sr-only">{t('changeSearch')}</span>
      </button>
      <Sheet ref={sheet} title={t('changeSearch')}>
        <Form {...values} shape="strip" keep={keep} onSearch={() => sheet.current?.close()} />
      </Sheet>
    </>
  )
}
