'use client'

import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

interface CopyButtonProps {
  /** "Copy link" */
  children: string
  /** "Link copied" */
  done: string
  /** What to do without access to the clipboard: "Copy it from the address bar". */
  otherwise: string
  text: () => string | Promise<string>
  isMain?: boolean
}

/** Copies a text to the clipboard. The label then states whether copying succeeded, also to screen readers. */
export function CopyButton({ children, done, otherwise, text, isMain = false }: CopyButtonProps) {
  const [said, setSaid] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(await text())
      setSaid(done)
    } catch {
      setSaid(otherwise)
    }
  }

  return (
    <>
      <Button variant={isMain ? 'accent' : 'plain'} onClick={() => void copy()}>
        <Icon name={said === done ? 'check' : 'copy'} small />
        {said || children}
      </Button>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
    </>
  )
}
