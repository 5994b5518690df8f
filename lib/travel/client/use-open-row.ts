'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import { openRow } from './open-row.ts'

export const rowParsers = { row: parseAsString }

/** The open row in the URL, with the part that is chosen in it. */
export const useOpenRow = () => openRow(useQueryStates(rowParsers)[0].row)
