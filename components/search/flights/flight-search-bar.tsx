'use client'

import type { PlaceNames, SearchFormValues } from '#lib/client/search-form.ts'
import { SearchBarFrame } from '../search-bar-frame.tsx'
import { SearchForm } from './flight-search-form.tsx'
import { SearchSummary } from './flight-summary.tsx'

interface SearchBarProps {
  initial: SearchFormValues
  names: PlaceNames
  errors?: Partial<Record<keyof SearchFormValues, string>>
}

/** A flight search above its results. */
export function SearchBar(props: SearchBarProps) {
  return (
    <SearchBarFrame
      summary={<SearchSummary values={props.initial} />}
      form={(shape, onSearch) => <SearchForm shape={shape} {...props} {...(onSearch && { onSearch })} />}
    />
  )
}
