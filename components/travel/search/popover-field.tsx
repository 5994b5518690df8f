'use client'

import { type ReactNode, type Ref, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/field-error.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { useOpener } from '../../ui/use-opener.ts'

interface PopoverFieldProps {
  label: string
  /** The label of the closed field, if the popover has more content than `label` names. Absent: `label`. */
  longLabel?: string | undefined
  value: string
  error: string | undefined
  buttonRef: Ref<HTMLButtonElement>
  className?: string | undefined
  children: ReactNode
}

/** A field edited in a popover; while closed it shows a summary. */
export function PopoverField({
  label,
  longLabel = label,
  value,
  error,
  buttonRef,
  className,
  children,
}: PopoverFieldProps) {
  const t = useTexts('search')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useOpener(buttonRef)

  return (
    <div className={classes('fld', error && 'is-wrong', className)}>
      <button
        ref={opener}
        type="button"
        className="fld-hit"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="fld-label">{longLabel}</span>
        <span className="fld-value">{value}</span>
      </button>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {isOpen && (
        <Popover label={label} opener={opener} onClose={() => setIsOpen(false)} className="pop-end party">
          {children}
          <Button
            className="party-done"
            onClick={() => {
              setIsOpen(false)
              opener.current?.focus()
            }}
          >
            {t('done')}
          </Button>
        </Popover>
      )}
    </div>
  )
}
