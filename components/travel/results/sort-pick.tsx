'use client'

import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { BestInfo } from './info-popover.tsx'

export interface SortPickProps<Sort extends string> {
  sorts: readonly { sort: Sort; name: string }[]
  sort: Sort
  onSort: (sort: Sort) => void
  /** In the bottom bar of narrower pages, which has no room for an explanation. */
  isInBar: boolean
  /** Explains the first sort order. */
  children: ReactNode
}

/** The sort order of a list without sort tabs. */
export function SortPick<Sort extends string>({ sorts, sort, onSort, isInBar, children }: SortPickProps<Sort>) {
  const t = useTexts('results')
  return (
    <span className="sort-pick row">
      {isInBar ? <Icon name="swap" /> : <BestInfo name={sorts[0]?.name ?? ''}>{children}</BestInfo>}
      <Select
        aria-label={t('sortOrder')}
        value={sort}
        onChange={({ target }) => {
          const picked = sorts.find((one) => one.sort === target.value)
          if (picked) onSort(picked.sort)
        }}
      >
        {sorts.map((one) => (
          <option key={one.sort} value={one.sort}>
            {one.name}
          </option>
        ))}
      </Select>
    </span>
  )
}
