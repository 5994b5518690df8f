'use client'

import { useState } from 'react'
import { lazily } from '../ui/lazily.tsx'
import { SaveButton } from './save-button.tsx'

const SavingSearch = lazily(
  async () => (await import('./saving-search.tsx')).SavingSearch,
  () => <SaveButton disabled />,
)

/** Saves the search of this page once pressed; the rest of its script loads then. */
export function SaveSearch() {
  const [isPressed, setPressed] = useState(false)
  return isPressed ? <SavingSearch /> : <SaveButton onClick={() => setPressed(true)} />
}
