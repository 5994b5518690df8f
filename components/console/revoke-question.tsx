import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

interface RevokeQuestionProps {
  /** "Revoke this profile?" */
  question: string
  /** What would be revoked: "profile". */
  what: string
  /** What is done to it. Absent: it is revoked. */
  verb?: { do: string; doing: string; done: string }
  /** Whether `what` names several: "profiles". */
  isMany?: boolean
  /** The request that revokes it. */
  request: { isPending: boolean; error: Error | null; reset: () => void }
  onKeep: () => void
  onRevoke: () => void
  /** The effect. */
  children: ReactNode
}

const revoke = { do: 'Revoke', doing: 'Revoking', done: 'revoked' }

/** Asks for confirmation before something is revoked or taken away, and states the effect. */
export function RevokeQuestion({
  question,
  what,
  verb = revoke,
  isMany = false,
  request,
  onKeep,
  onRevoke,
  children,
}: RevokeQuestionProps) {
  const { isPending, error, reset } = request
  const id = useId()
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  // A question that is asked again does not show the failure of the first time.
  useEffect(() => reset, [reset])
  return (
    <fieldset
      className="console-question"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onKeep()
      }}
    >
      <Icon name="warn" />
      <p>
        <b id={id}>{question}</b> {children}
      </p>
      <div className="action-row">
        <Button ref={keep} onClick={onKeep}>
          {isMany ? 'Keep them' : 'Keep it'}
        </Button>
        {/* Stays enabled while it is sent, because a disabled button loses the focus to a dialog for good. */}
        <Button variant="stop" aria-disabled={isPending} onClick={() => isPending || onRevoke()}>
          {isPending ? `${verb.doing} …` : `${verb.do} ${what}`}
        </Button>
      </div>
      {error && <p role="alert">{`The ${what} ${isMany ? 'were' : 'was'} not ${verb.done}. ${error.message}`}</p>}
    </fieldset>
  )
}
