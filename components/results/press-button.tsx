'use client'

import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

interface PressButtonProps {
  children: string
  icon: IconName
  /** Resolves to what the button then says. Rejects when its script or its request cannot get through. */
  action: () => Promise<string>
}

/** Acts once pressed, and says in its place and to screen readers what came of it. */
export function PressButton({ children, icon, action }: PressButtonProps) {
  const [said, setSaid] = useState('')
  return (
    <>
      <Button onClick={() => void action().then(setSaid, () => setSaid('No connection: press again'))}>
        <Icon name={icon} small />
        {said || children}
      </Button>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
    </>
  )
}
