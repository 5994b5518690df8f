import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useTexts } from '../../ui/texts.tsx'

interface QuotedTextProps {
  /** The label of the text, such as "Message". */
  name: string
  value: string
  disabled: boolean
  onChange: (text: string) => void
}

/** A text that the person may edit. An edited text needs a new question. */
export function QuotedText({ name, value, disabled, onChange }: QuotedTextProps) {
  const t = useTexts('confirm')
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState(value)
  const field = useRef<HTMLTextAreaElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const id = useId()
  useEffect(() => {
    if (isOpen) field.current?.focus()
    else if (wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (!isOpen) {
    return (
      <dd>
        <span className="confirm-quote">{value}</span>
        <Button
          ref={opener}
          size="sm"
          variant="quiet"
          aria-label={t('changeTextOf', { name })}
          disabled={disabled}
          onClick={() => setIsOpen(true)}
        >
          {t('changeText')}
        </Button>
      </dd>
    )
  }
  const isSame = text.trim() === '' || text === value
  return (
    <dd>
      <label className="sr-only" htmlFor={id}>
        {name}
      </label>
      <textarea
        ref={field}
        id={id}
        className="field-input confirm-text-field"
        rows={4}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setIsOpen(false)
        }}
      />
      <div className="action-row">
        <Button size="sm" disabled={disabled || isSame} onClick={() => onChange(text)}>
          {t('askWithText')}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => setIsOpen(false)}>
          {t('keepText')}
        </Button>
      </div>
    </dd>
  )
}
