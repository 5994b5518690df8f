'use client'

import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Copies this page's URL, which holds the search, the sort order and the open row. */
export function CopyLink({ isMain = false }: { isMain?: boolean }) {
  const [said, setSaid] = useState<'' | 'Link copied' | 'Copy it from the address bar'>('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(window.location.href)
      setSaid('Link copied')
    } catch {
      setSaid('Copy it from the address bar')
    }
  }

  return (
    <>
      <Button variant={isMain ? 'accent' : 'plain'} onClick={() => void copy()}>
        <Icon name={said === 'Link copied' ? 'check' : 'copy'} small />
        {said || 'Copy link'}
      </Button>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
    </>
  )
}
