'use client'

import { useState } from 'react'
import type { CalendarFile } from '#lib/travel/calendar-file.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Saves an offer as a file that calendar programs open, and says in its place and to screen readers whether it did. */
export function CalendarButton({ file }: { file: () => Promise<CalendarFile> }) {
  const [said, setSaid] = useState('')

  async function saveFile() {
    try {
      save(await file())
      setSaid('Calendar file saved')
    } catch {
      setSaid('No connection: press again')
    }
  }

  return (
    <>
      <Button onClick={() => void saveFile()}>
        <Icon name="calendar" small />
        {said || 'Add to calendar'}
      </Button>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
    </>
  )
}

function save({ name, text }: CalendarFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
