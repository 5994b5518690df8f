import { useState } from 'react'
import { useConsoleChange, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { readAgainMs } from '#lib/console/client/use-credentials.ts'
import { ConsoleKeyRing } from '#lib/console/model/console-credential.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Icon } from '../../ui/icon.tsx'
import { refreshIcon } from '../../ui/later-icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Actor } from '../actor.tsx'
import { ActionButton, Failure } from '../console-form.tsx'
import { ConsoleBox, Facts } from '../console-page.tsx'
import { Moment } from '../moment.tsx'
import { QueryState } from '../query-state.tsx'
import { RevokeQuestion } from '../revoke-question.tsx'

const rotatingMs = 500

/** The key that encrypts the values, and its rotation. Polls always, because another process may rotate the key. */
export function KeyRing() {
  const query = useConsoleQuery(ConsoleKeyRing, '/key-ring', {
    pollMs: (ring) => (ring?.rotation === 'running' ? rotatingMs : readAgainMs),
  })
  const total = query.data?.values.total
  const note = total === undefined ? '' : total === 0 ? 'nothing is encrypted yet' : 'every value is encrypted'
  return (
    <ConsoleBox title="Key ring" note={note}>
      <QueryState query={query} name="The key ring">
        {(ring) => <Loaded ring={ring} />}
      </QueryState>
    </ConsoleBox>
  )
}

function Loaded({ ring }: { ring: ConsoleKeyRing }) {
  const { newest, older, last, values, rotation } = ring
  const rotate = useConsoleChange(ConsoleKeyRing, '/key-ring')
  const [isAsking, setIsAsking] = useState(false)
  const isRunning = rotation === 'running' || rotate.isPending
  return (
    <>
      <Facts
        facts={{
          'Key in use': <span className="console-mono">{newest}</span>,
          'Older keys': older === 0 ? 'None' : older,
          'Last rotation':
            last === null ? (
              'Never'
            ) : (
              <>
                <Moment at={last.at} />, by <Actor by={last.by} />
              </>
            ),
        }}
      />
      <Problems ring={ring} />
      {isAsking ? (
        <RevokeQuestion
          question="Rotate the key?"
          what="key"
          verb={{ do: 'Rotate', doing: 'Rotating', done: 'rotated' }}
          request={rotate}
          onKeep={() => setIsAsking(false)}
          onRevoke={() => rotate.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
        >
          Every value is encrypted under a new key. Backups of the key file made before no longer open them.
        </RevokeQuestion>
      ) : (
        <Failure error={rotate.error}>The rotation did not begin.</Failure>
      )}
      <div className="key-rotation">
        <div>
          {/* Screen readers announce only the start and the end of a rotation. */}
          <p role="status">
            {isRunning
              ? 'Encrypting every value under the new key.'
              : 'Rotating encrypts every value again with a new key. The app keeps serving, and values stay the same.'}
          </p>
          {isRunning && (
            <>
              <label htmlFor="key-rotation">
                {(values.total - values.left).toLocaleString('en')} of {counted(values.total, 'value')}
              </label>
              <progress id="key-rotation" value={values.total - values.left} max={Math.max(values.total, 1)} />
            </>
          )}
        </div>
        <ActionButton
          size="sm"
          isOff={isRunning}
          onClick={() => (values.left > 0 ? rotate.mutate() : setIsAsking(!isAsking))}
        >
          <Icon name={refreshIcon} small />
          {isRunning ? 'Rotating …' : values.left > 0 ? 'Continue rotation' : 'Rotate key'}
        </ActionButton>
      </div>
    </>
  )
}

function Problems({ ring: { older, values, rotation, unreadable } }: { ring: ConsoleKeyRing }) {
  if (rotation === 'running') return null
  return (
    <>
      {unreadable.length > 0 && (
        <Notice tone="stop">
          No key opens the value of <span className="mono">{unreadable.join(', ')}</span>. Enter these values again, or
          restore the file of keys from a backup. Then rotate the key once more, which drops the older keys.
        </Notice>
      )}
      {values.left > 0 && unreadable.length === 0 && (
        <Notice tone="warn">
          {counted(values.left, 'value')} {values.left === 1 ? 'is' : 'are'} still under an older key
          {rotation === 'failed'
            ? ': the rotation stopped, and the log says why.'
            : ', as while another process rotates, or after a rotation was interrupted.'}
        </Notice>
      )}
      {values.left === 0 && older > 0 && (
        <Notice tone="info">Every value is under the key in use. Rotate it once more to drop the older keys.</Notice>
      )}
    </>
  )
}
