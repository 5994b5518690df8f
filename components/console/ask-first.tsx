import { type ComponentProps, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { RevokeQuestion } from './revoke-question.tsx'

type AskFirstProps = Omit<ComponentProps<typeof RevokeQuestion>, 'onKeep' | 'onRevoke'> & {
  /** The text of the button, and its accessible name if that says more. */
  text: string
  label?: string
  variant?: ComponentProps<typeof Button>['variant']
  /** `close` removes the question. */
  onSure: (close: () => void) => void
}

/** A button that cannot be undone: a press replaces it with a question first. */
export function AskFirst({ text, label, variant = 'plain', onSure, ...question }: AskFirstProps) {
  const [isAsking, setIsAsking] = useState(false)
  const asker = useRef<HTMLButtonElement>(null)
  if (!isAsking) {
    return (
      <Button ref={asker} size="sm" variant={variant} aria-label={label} onClick={() => setIsAsking(true)}>
        {text}
      </Button>
    )
  }
  return (
    <RevokeQuestion
      {...question}
      onKeep={() => {
        setIsAsking(false)
        requestAnimationFrame(() => asker.current?.focus())
      }}
      onRevoke={() => onSure(() => setIsAsking(false))}
    />
  )
}
