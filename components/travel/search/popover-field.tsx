'use client'

import { type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { currenciesWith } from '#lib/travel/model/currencies.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/field-error.tsx'
import { loadPopover, Popover, popovers } from '../../ui/lazy-popover.ts'
import { useTexts } from '../../ui/texts.tsx'
import { usePrefetch } from '../../ui/use-preload.ts'

interface PopoverFieldProps {
  label: ReactNode
  value: string
  /** Whether `value` stands for a missing one. */
  isEmpty?: boolean
  error?: string | undefined
  buttonRef: Ref<HTMLButtonElement>
  className?: string | undefined
  /** The name and the class of the popover. */
  pop: { label: string; className: string }
  /** Called when the field is pressed, and before that, when a press is likely. */
  onPress?: (() => void) | undefined
  onNear?: () => void
  /** The content of the popover. `close` also gives the focus back to the field. */
  children: (close: () => void) => ReactNode
}

/** A field edited in a popover; while closed it shows a summary. */
export function PopoverField(props: PopoverFieldProps) {
  const { label, value, isEmpty, error, buttonRef, className, pop, onPress, onNear, children } = props
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useOpener(buttonRef)
  usePrefetch(true, popovers)

  function comeNear() {
    loadPopover()
    onNear?.()
  }

  function close() {
    setIsOpen(false)
    opener.current?.focus()
  }

  return (
    <div className={classes('fld column', error && 'is-wrong', className)}>
      <button
        ref={opener}
        type="button"
        className="fld-hit column"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={() => {
          onPress?.()
          setIsOpen(!isOpen)
        }}
        onPointerEnter={comeNear}
        onFocus={comeNear}
      >
        <span className="fld-label cut">{label}</span>
        <span className={classes('fld-value', isEmpty && 'is-empty')}>{value}</span>
      </button>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {isOpen && (
        <Popover {...pop} opener={opener} onClose={() => setIsOpen(false)}>
          {children(close)}
        </Popover>
      )}
    </div>
  )
}

export function DoneButton({ onPress }: { onPress: () => void }) {
  const t = useTexts('search')
  return (
    <Button className="party-done" onClick={onPress}>
      {t('done')}
    </Button>
  )
}

/**
 * A ref to the button that opens a field's popover. `outer` gives the button to the form, which focuses the first
 * invalid field.
 */
function useOpener(outer: Ref<HTMLButtonElement>) {
  const opener = useRef<HTMLButtonElement>(null)
  useImperativeHandle(outer, () => opener.current ?? document.createElement('button'), [])
  return opener
}

/** The currency of the search; a URL may name one outside the list. */
export function CurrencyField({ value, onChange }: { value: string; onChange: (currency: string) => void }) {
  const t = useTexts('search')
  return (
    <label className="opts-currency row">
      <span>{t('pricesIn')}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {currenciesWith(value).map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </select>
    </label>
  )
}
