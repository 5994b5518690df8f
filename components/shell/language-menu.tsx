'use client'

import type { ReactNode } from 'react'

interface LanguageMenuProps {
  /** "Language" */
  label: string
  /** The name of the page's language in that language. */
  current: string
  /** The buttons of all languages. */
  children: ReactNode
}

/** The language of the page as a button that opens all languages. A choice closes them, and the button has the focus. */
export function LanguageMenu({ label, current, children }: LanguageMenuProps) {
  return (
    <>
      <button type="button" className="top-button top-language" popoverTarget="languages">
        <span className="sr-only">{label}</span> {current}
      </button>
      {/* The form inside has the controls; this only hears that one was used. */}
      <div popover="auto" id="languages" className="languages" onSubmit={(event) => event.currentTarget.hidePopover()}>
        {children}
      </div>
    </>
  )
}
