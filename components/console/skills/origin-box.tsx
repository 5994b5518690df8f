import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { useConsoleChange, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { Removed, RolledBack, type SkillOrigin, Verification } from '#lib/console/model/console-install.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConsoleBox, Facts, useDone } from '../console-page.tsx'
import { RevokeQuestion } from '../revoke-question.tsx'
import { Status } from '../status.tsx'

type Origin = NonNullable<SkillOrigin['origin']>

/** Where an installed skill comes from, whether its files are as they were installed, and what can be done with it. */
export function OriginBox({ name, origin }: { name: string; origin: Origin }) {
  const { source, ref, commit, publisher, digest, is_requested } = origin
  return (
    <ConsoleBox title="Where it comes from">
      <Facts
        className="console-facts side-facts"
        facts={{
          Source: <span className="console-mono">{source}</span>,
          'Branch or tag': ref,
          Commit: commit !== null && <span className="console-mono">{commit}</span>,
          Release: <span className="console-mono">{digest}</span>,
          Signature:
            publisher === null ? (
              <Badge tone="warn" icon="warn">
                Not signed
              </Badge>
            ) : (
              <span className="console-mono">ed25519 {publisher}</span>
            ),
          Files: <Verified name={name} />,
          Here: !is_requested && 'Because other skills need it',
        }}
      />
      <Actions name={name} origin={origin} />
    </ConsoleBox>
  )
}

function Verified({ name }: { name: string }) {
  const { data, error } = useConsoleQuery(Verification, `/skills/${name}/verification`)
  if (error) return <Status icon="warn" tone="warn" text={`Not compared. ${error.message}`} />
  if (data === undefined) return <Status icon="clock" tone="quiet" text="Comparing …" />
  if (data.problem !== null) return <Status icon="warn" tone="warn" text={`Not compared. ${data.problem}`} />
  if (data.differences.length === 0) return <Status icon="check" tone="ok" text="As skills.lock says" />
  return (
    <>
      <Status icon="warn" tone="stop" text="Not as skills.lock says" />
      <ul className="origin-differences">
        {data.differences.map(({ field, locked, installed }) => (
          <li key={field} className="console-mono">
            {field}: {installed ?? 'absent'}, locked is {locked ?? 'absent'}
          </li>
        ))}
      </ul>
    </>
  )
}

function Actions({ name, origin }: { name: string; origin: Origin }) {
  const { digest, previous, removes, needed_by } = origin
  const [asking, setAsking] = useState<'rollback' | 'removal'>()
  const [lockProblem, setLockProblem] = useState<string | null>(null)
  const actions = useRef<HTMLDivElement>(null)
  const say = useDone()
  const router = useRouter()
  const rollback = useConsoleChange(RolledBack, (_: { digest: string }) => `/skills/${name}/rollback`)
  const removal = useConsoleChange(
    Removed,
    (_: { digest: string; removed: readonly string[] }) => `/skills/${name}/removal`,
    {
      leaves: true,
    },
  )
  const keep = () => {
    setAsking(undefined)
    requestAnimationFrame(() => actions.current?.querySelector('a')?.focus())
  }
  const others = removes.filter((one) => one !== name)
  return (
    <div className="origin-actions">
      {asking === undefined && (
        <div ref={actions} className="action-row">
          <ButtonLink size="sm" href={`/console/skill-sources/install?${new URLSearchParams({ update: name })}`}>
            Look for an update
          </ButtonLink>
          {previous !== null && (
            <Button size="sm" onClick={() => setAsking('rollback')}>
              Return to {previous}
            </Button>
          )}
          {needed_by.length === 0 && (
            <Button size="sm" variant="stop" onClick={() => setAsking('removal')}>
              Remove
            </Button>
          )}
        </div>
      )}
      {needed_by.length > 0 && (
        <p className="console-quiet">{needed_by.join(', ')} must be removed first: it needs this skill.</p>
      )}
      {asking === 'rollback' && (
        <RevokeQuestion
          question={`Return to ${previous}?`}
          what="update"
          verb={{ do: 'Take back', doing: 'Taking back', done: 'taken back' }}
          request={rollback}
          onKeep={keep}
          onRevoke={() =>
            rollback.mutate(
              { digest },
              {
                onSuccess({ from, to, lock_problem }) {
                  say(`${name} is ${to} again. It was ${from}.`)
                  setLockProblem(lock_problem)
                  keep()
                },
              },
            )
          }
        >
          The release before has the permissions that it had. You can come back to this one.
        </RevokeQuestion>
      )}
      {asking === 'removal' && (
        <RevokeQuestion
          question={`Remove ${name}?`}
          what={others.length > 0 ? `${removes.length} skills` : 'skill'}
          isMany={others.length > 0}
          verb={{ do: 'Remove', doing: 'Removing', done: 'removed' }}
          request={removal}
          onKeep={keep}
          onRevoke={() =>
            removal.mutate(
              { digest, removed: removes },
              {
                onSuccess({ removed, lock_problem }) {
                  if (lock_problem === null) return router.push('/console/skills')
                  say(`Removed: ${removed.join(', ')}.`)
                  setLockProblem(lock_problem)
                  setAsking(undefined)
                },
              },
            )
          }
        >
          {others.length > 0 && `Also removed, because only it needs them: ${others.join(', ')}. `}
          Files and stored values go with it. Records of its executions stay, and can no longer be run again.
        </RevokeQuestion>
      )}
      {lockProblem !== null && <p role="alert">The lock file could not be written: {lockProblem}</p>}
    </div>
  )
}
