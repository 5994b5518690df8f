'use client'

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useCallback } from 'react'
import { type Sort, sorts } from './offer.ts'

const parsers = { sort: parseAsStringLiteral(sorts).withDefault('price'), row: parseAsString }

export interface ListState {
  sort: Sort
  setSort: (sort: Sort) => void
  /** The key of the open row, or null. */
  open: string | null
  /** Opens a row and closes the one before; on the open row itself, closes it. The function never changes. */
  toggle: (key: string) => void
}

/** The order and the open row, kept in the address without asking the server. */
export function useListState(): ListState {
  const [{ sort, row }, setState] = useQueryStates(parsers)
  const toggle = useCallback(
    (key: string) => void setState((before) => ({ row: before.row === key ? null : key })),
    [setState],
  )
  return { sort, setSort: (next) => void setState({ sort: next }), open: row, toggle }
}
