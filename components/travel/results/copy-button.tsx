'use client'

import { useState } from 'react'
import { copyText } from '#lib/platform/client/copy-text.ts'
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
  /** What to say if `text` rejects: "No connection: press again". */
  unread?: () => Promise<string>
  text: () => string | Promise<string>
  isMain?: boolean
}

/** Copies a text to the clipboard. The label then states whether copying succeeded, also to screen readers. */
export function CopyButton({ children, done, otherwise, unread, text, isMain = false }: CopyButtonProps) {
  const [said, setSaid] = useState('')

  async function copy() {
    const content = (async () => text())()
    const isCopied = await copyText(content).then(
      () => true,
      () => false,
    )
    if (isCopied) return setSaid(done)
    setSaid(
      await content.then(
        () => otherwise,
        () => unread?.() ?? otherwise,
      ),
    )
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
