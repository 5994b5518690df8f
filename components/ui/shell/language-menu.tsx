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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the form inside has the controls. */}
      <div
        popover="auto"
        id="languages"
        className="languages"
        onSubmit={(event) => event.currentTarget.hidePopover()}
        // Tab may leave the menu. A press outside closes it by itself; a window that loses the focus does not.
        onBlur={({ currentTarget, relatedTarget }) =>
          relatedTarget && !currentTarget.contains(relatedTarget) && currentTarget.hidePopover()
        }
      >
        {children}
      </div>
    </>
  )
}
