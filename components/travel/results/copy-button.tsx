'use client'

import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { copyIcon } from '../../ui/later-icons.ts'

interface CopyButtonProps {
  /** "Copy link" */
  children: string
  /** "Link copied" */
  done: string
  /** What to do without access to the clipboard: "Copy it from the address bar". */
  otherwise: string
  /** What to do if `text` rejects: "No connection: press again". */
  unread?: string
  text: () => string | Promise<string>
  isMain?: boolean
}

/** Copies a text to the clipboard. The label then states whether copying succeeded, also to screen readers. */
export function CopyButton({ children, done, otherwise, unread = otherwise, text, isMain = false }: CopyButtonProps) {
  const [said, setSaid] = useState('')

  async function copy() {
    let problem = unread
    try {
      const content = await text()
      problem = otherwise
      await navigator.clipboard.writeText(content)
      setSaid(done)
    } catch {
      setSaid(problem)
    }
  }

  return (
    <>
      <Button variant={isMain ? 'accent' : 'plain'} onClick={() => void copy()}>
        <Icon name={said === done ? 'check' : copyIcon} small />
        {said || children}
      </Button>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
    </>
  )
}
