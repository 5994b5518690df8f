'use client'

import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { useTexts } from '../../ui/texts.tsx'

interface SortPickProps<Sort extends string> {
  sorts: readonly { sort: Sort; name: string }[]
  sort: Sort
  onSort: (sort: Sort) => void
  /** An explanation of the first sort order; the bottom bar of a phone has no room for one. */
  children?: ReactNode
}

/** The sort order of a list without sort tabs. */
export function SortPick<Sort extends string>({ sorts, sort, onSort, children }: SortPickProps<Sort>) {
  const t = useTexts('results')
  return (
    <span className="sort-pick row">
      {children || <Icon name="swap" />}
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
