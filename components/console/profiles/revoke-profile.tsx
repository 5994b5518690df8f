import { useEffect, useRef } from 'react'
import type { ConsoleProfilePage } from '#lib/agents/model/console-profile.ts'
import { useRevokeProfile } from '#lib/console/client/use-profiles.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface RevokeProfileProps {
  page: ConsoleProfilePage
  onKeep: () => void
  onRevoked: () => void
}

/** Asks for confirmation before a profile is revoked, and states the effect. */
export function RevokeProfile({ page: { profile, activity }, onKeep, onRevoked }: RevokeProfileProps) {
  const revoke = useRevokeProfile(profile.id)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <fieldset
      className="console-question"
      aria-labelledby="revoke-question"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onKeep()
      }}
    >
      <Icon name="warn" />
      <p>
        <b id="revoke-question">Revoke this profile?</b> Its id stops working. {runningText(activity)} You cannot undo
        this. Credentials stay for others that use them.
      </p>
      <div className="action-row">
        <Button ref={keep} onClick={onKeep}>
          Keep it
        </Button>
        <Button
          variant="stop"
          disabled={revoke.isPending}
          onClick={() => revoke.mutate(undefined, { onSuccess: onRevoked })}
        >
          {revoke.isPending ? 'Revoking …' : 'Revoke profile'}
        </Button>
      </div>
      {revoke.error && <p role="alert">The profile was not revoked. {revoke.error.message}</p>}
    </fieldset>
  )
}

function runningText({ running, awaiting_llm }: ConsoleProfilePage['activity']): string {
  if (running + awaiting_llm === 0) return 'Nothing runs for it now.'
  const parts = [
    running > 0 && `${counted(running, 'execution')} that ${running === 1 ? 'runs' : 'run'}`,
    awaiting_llm > 0 && `${awaiting_llm} that ${awaiting_llm === 1 ? 'waits' : 'wait'} for an answer`,
  ]
  return `It ends ${parts.filter(Boolean).join(' and ')} within a second.`
}
