import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { type BackupRun, type ConsoleBackups, type RunKind, RunStarted } from '#lib/console/model/console-backups.ts'
import { ActionButton, Failure } from '../console-form.tsx'
import { ConsoleBox, Facts, useDone } from '../console-page.tsx'
import { Moment } from '../moment.tsx'
import { megabytes } from '../system/megabytes.ts'

const kindNames: Readonly<Record<RunKind, string>> = { backup: 'Backup', restore_test: 'Restore test' }
const stateNames = { running: 'Running', done: 'Passed', failed: 'Failed' } as const

/** The last backup, the last restore test and the next backup. */
export const BackupFacts = ({
  backups: { last_backup: last, last_test: test, next_at },
}: {
  backups: ConsoleBackups
}) => (
  <section className="console-box" aria-label="State of the backups">
    <Facts
      className="fact-row"
      facts={{
        'Last backup': <RunFact run={last} none="None yet" />,
        'Last restore test': <RunFact run={test} none="None yet" />,
        Next: next_at === null ? 'Not scheduled' : <Moment at={next_at} />,
      }}
    />
  </section>
)

function RunFact({ run, none }: { run: BackupRun | null; none: string }) {
  if (run === null) return <span className="console-due">{none}</span>
  return (
    <>
      <span className={run.state === 'failed' ? 'backup-failed' : undefined}>{stateNames[run.state]}</span>,{' '}
      <Moment at={run.started_at} />
      {run.kind === 'backup' && run.bytes !== null && `, ${megabytes(run.bytes / 1_000_000)}`}
    </>
  )
}

/** The runs, and what starts one. */
export function RunsBox({ backups: { plan, runs, lock } }: { backups: ConsoleBackups }) {
  const start = useConsoleChange(RunStarted, '/backup-runs', { body: (kind: RunKind) => ({ kind }) })
  const done = useDone()
  const begin = (kind: RunKind) => start.mutate(kind, { onSuccess: () => done(`${kindNames[kind]} started.`) })
  return (
    <ConsoleBox
      title="Backups and restore tests"
      note="the newest backup is restored into an empty database once a month"
    >
      {plan !== null && (
        <div className="console-form">
          <Failure error={start.error}>It was not started.</Failure>
          <div className="action-row">
            <ActionButton size="sm" isOff={start.isPending} onClick={() => begin('backup')}>
              Back up now
            </ActionButton>
            {lock !== 'recipient' && (
              <ActionButton size="sm" isOff={start.isPending} onClick={() => begin('restore_test')}>
                Test the newest now
              </ActionButton>
            )}
          </div>
        </div>
      )}
      {runs.length === 0 ? (
        <p className="console-empty">
          {plan === null ? 'No backup is scheduled. Save a schedule to begin.' : 'No backup has been made yet.'}
        </p>
      ) : (
        <ul className="console-rows backup-runs">
          {runs.map((run) => (
            <li key={run.id}>
              <b>
                {kindNames[run.kind]}, <Moment at={run.started_at} />
              </b>
              <span className={run.state === 'failed' ? 'backup-failed' : undefined}>{stateNames[run.state]}</span>
              <span className="console-quiet">{run.error ?? detailOf(run)}</span>
            </li>
          ))}
        </ul>
      )}
    </ConsoleBox>
  )
}

const detailOf = ({ file, bytes, rows, duration_ms: ms }: BackupRun): string =>
  [
    file,
    bytes !== null && megabytes(bytes / 1_000_000),
    rows !== null && `${rows} rows`,
    ms !== null && `${Math.ceil(ms / 1000)} s`,
  ]
    .filter(Boolean)
    .join(', ')
