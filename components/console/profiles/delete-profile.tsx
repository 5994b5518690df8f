import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ConsoleProfilePage, ProfileRemoval } from '#lib/agents/model/console-profile.ts'
import { useRemoveProfile } from '#lib/console/client/use-profiles.ts'
import { leaveBy } from '#lib/platform/client/use-back-closes.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ActionButton } from '../action-button.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { Failure } from '../failure.tsx'
import { Segment } from '../segment.tsx'
import { shortId } from '../short-id.ts'

const choices = [
  { value: 'keep', text: 'Stay' },
  { value: 'delete', text: 'Go with it' },
] as const

/** Deletes a revoked profile once the beginning of its id is typed. The operator chooses what happens to its history. */
export function DeleteProfile({ page: { profile, activity } }: { page: ConsoleProfilePage }) {
  const router = useRouter()
  const remove = useRemoveProfile(profile.id)
  const [history, setHistory] = useState<ProfileRemoval['history']>('keep')
  const [typed, setTyped] = useState('')
  const word = shortId(profile.id)
  return (
    <ConsoleBox title="Delete" note="with its keys and proposals">
      <form
        className="console-form"
        aria-label="Delete"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed !== word || remove.isPending) return
          remove.mutate({ history }, { onSuccess: () => leaveBy(router, '/console/profiles') })
        }}
      >
        {activity.total > 0 && (
          <>
            <Segment label="Its executions" name="history" value={history} options={choices} onChange={setHistory} />
            <p className="field-hint">
              {history === 'keep'
                ? `${counted(activity.total, 'execution')} stay in the list, under the id of the profile. They cannot be run again.`
                : `${counted(activity.total, 'execution')} with their host calls are deleted. The audit log keeps what was decided.`}
            </p>
          </>
        )}
        <TextField
          label={`Type ${word} to delete it. You cannot undo this.`}
          placeholder={word}
          className="field-input mono"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Failure error={remove.error}>The profile was not deleted.</Failure>
        <div className="action-row">
          <ActionButton type="submit" variant="stop" isOff={typed !== word || remove.isPending}>
            {remove.isPending ? 'Deleting …' : 'Delete profile'}
          </ActionButton>
        </div>
      </form>
    </ConsoleBox>
  )
}
