'use client'

import { useState } from 'react'
import { lazily } from '../../ui/lazily.tsx'
import { SaveButton } from './save-button.tsx'

const SavingSearch = lazily(
  async () => (await import('./saving-search.tsx')).SavingSearch,
  () => <SaveButton disabled />,
)

/** A button that saves the search of this page. The rest of its script loads on the press. */
export function SaveSearch() {
  const [isPressed, setPressed] = useState(false)
  return isPressed ? <SavingSearch /> : <SaveButton onClick={() => setPressed(true)} />
}
