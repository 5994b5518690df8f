import { useState } from 'react'
import { type ProfileRow, RevokedProfiles, type RevokeUnlocked } from '#lib/agents/model/console-profile.ts'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { useDone } from '../console-page.tsx'
import { RevokeQuestion } from '../revoke-question.tsx'

/** Revokes all unlocked profiles at once. `profiles`: those that the page shows, the newest first. */
export function RevokeAllUnlocked({ profiles }: { profiles: readonly ProfileRow[] }) {
  const revoke = useConsoleChange(RevokedProfiles, (_: RevokeUnlocked) => '/profiles/revoke-unlocked')
  const say = useDone()
  const [created_until, setUntil] = useState<string>()
  const newest = profiles.find(({ state }) => state === 'unlocked')
  if (created_until === undefined) {
    return newest === undefined ? null : (
      <div className="action-row">
        <Button size="sm" variant="stop" onClick={() => setUntil(newest.created_at)}>
          Revoke all unlocked
        </Button>
      </div>
    )
  }
  return (
    <RevokeQuestion
      question="Revoke all unlocked profiles?"
      what="profiles"
      isMany
      request={revoke}
      onKeep={() => setUntil(undefined)}
      onRevoke={() =>
        revoke.mutate(
          { created_until },
          {
            onSuccess({ revoked }) {
              setUntil(undefined)
              say(`${counted(revoked, 'profile')} revoked.`)
            },
          },
        )
      }
    >
      Their ids stop working, also those on older pages. Nothing has run for them. You cannot undo this.
    </RevokeQuestion>
  )
}
