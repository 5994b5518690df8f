'use client'

import { useState } from 'react'
import type { FilledForm, LeftForm } from '#lib/travel/client/visit-memory.ts'

/** The form of a home page: as it was left, if Back or Forward led to `address`, otherwise as the server wrote it. */
export function useLeftForm<Values>(
  left: LeftForm<Values>,
  address: string,
  { initial, names }: FilledForm<Values>,
): FilledForm<Values> {
  const [filled] = useState(() => left.recall(address) ?? { initial, names })
  return filled
}
