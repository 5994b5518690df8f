import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type ConsoleProfilePage, type ProfileRemoval, RemovedProfile } from '#lib/agents/model/console-profile.ts'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { leaveBy } from '#lib/platform/client/use-back-closes.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { ConsoleBox } from '../console-page.tsx'
import { Segment } from '../segment.tsx'
import { shortId } from '../short-id.ts'
import { TypeToDelete } from '../type-to-delete.tsx'

const choices = [
  { value: 'keep', text: 'Stay' },
  { value: 'delete', text: 'Go with it' },
] as const

/** Deletes a revoked profile once the beginning of its id is typed. The operator chooses what happens to its history. */
export function DeleteProfile({ page: { profile, activity } }: { page: ConsoleProfilePage }) {
  const router = useRouter()
  const remove = useConsoleChange(RemovedProfile, (_: ProfileRemoval) => `/profiles/${profile.id}/removal`, {
    leaves: true,
  })
  const [history, setHistory] = useState<ProfileRemoval['history']>('keep')
  const word = shortId(profile.id)
  return (
    <ConsoleBox title="Delete" note="with its keys and proposals">
      <TypeToDelete
        word={word}
        label={`Type ${word} to delete it. You cannot undo this.`}
        text="Delete profile"
        request={remove}
        failure="The profile was not deleted."
        onDelete={() => remove.mutate({ history }, { onSuccess: () => leaveBy(router, '/console/profiles') })}
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
      </TypeToDelete>
    </ConsoleBox>
  )
}
