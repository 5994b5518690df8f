import { useEffect, useRef } from 'react'
import type { AgentKeyView } from '#lib/agents/model/agent-key-schema.ts'
import { useRevokeAgentKey } from '#lib/console/client/use-agent-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface RevokeAgentKeyProps {
  row: AgentKeyView
  onKeep: () => void
  onRevoked: () => void
}

/** Asks for confirmation before a key is revoked, and states the effect. */
export function RevokeAgentKey({ row: { id, slug }, onKeep, onRevoked }: RevokeAgentKeyProps) {
  const revoke = useRevokeAgentKey()
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <fieldset
      className="console-question"
      aria-labelledby={`revoke-${id}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onKeep()
      }}
    >
      <Icon name="warn" />
      <p>
        <b id={`revoke-${id}`}>Revoke the key of {slug}?</b> Its next call is refused, also in a session that is open
        now. You cannot undo this.
      </p>
      <div className="action-row">
        <Button ref={keep} onClick={onKeep}>
          Keep it
        </Button>
        <Button variant="stop" disabled={revoke.isPending} onClick={() => revoke.mutate(id, { onSuccess: onRevoked })}>
          {revoke.isPending ? 'Revoking …' : 'Revoke key'}
        </Button>
      </div>
      {revoke.error && <p role="alert">The key was not revoked. {revoke.error.message}</p>}
    </fieldset>
  )
}
