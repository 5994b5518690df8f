import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'
import { ActionButton } from './console-form.tsx'
import { focusPage, useFocusBack } from './focus-page.ts'

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

export const revoke = { do: 'Revoke', doing: 'Revoking', done: 'revoked' }

/**
 * Asks for confirmation before something is revoked or taken away, and states the effect. Whoever keeps it comes back to
 * the button that asked. When the question is removed with the focus in it, the page gets the focus.
 */
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
  const asked = useRef<HTMLFieldSetElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const focusBack = useFocusBack()
  const close = () => {
    onKeep()
    focusBack()
  }
  useEffect(() => keep.current?.focus(), [])
  useLayoutEffect(() => {
    const shown = asked.current
    return () => {
      if (!shown?.contains(document.activeElement)) return
      // What replaces the question may take the focus first.
      requestAnimationFrame(() => document.activeElement === document.body && focusPage())
    }
  }, [])
  // A question that is asked again does not show the failure of the first time.
  useEffect(() => reset, [reset])
  return (
    <fieldset
      ref={asked}
      className="console-question"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isPending) close()
      }}
    >
      <Icon name="warn" />
      <p>
        <b id={id}>{question}</b> {children}
      </p>
      <div className="action-row">
        {/* Nothing keeps it once the request is on its way, and the answer is shown here. */}
        <ActionButton ref={keep} isOff={isPending} onClick={close}>
          {isMany ? 'Keep them' : 'Keep it'}
        </ActionButton>
        <ActionButton variant="stop" isOff={isPending} onClick={onRevoke}>
          {isPending ? `${verb.doing} …` : `${verb.do} ${what}`}
        </ActionButton>
      </div>
      {error && <p role="alert">{`The ${what} ${isMany ? 'were' : 'was'} not ${verb.done}. ${error.message}`}</p>}
    </fieldset>
  )
}
