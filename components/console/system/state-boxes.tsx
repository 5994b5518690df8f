import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { type AlertChoice, AlertsView, AlertTest, ConsoleSystem } from '#lib/console/model/console-system.ts'
import type { AlertMode } from '#lib/platform/model/alert-mode.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { formatElapsed } from '#lib/travel/model/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { refreshIcon } from '../../ui/later-icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Actor } from '../actor.tsx'
import { ActionButton, Failure } from '../console-form.tsx'
import { ConsoleBox, Facts, useDone } from '../console-page.tsx'
import { Moment } from '../moment.tsx'
import { Segment } from '../segment.tsx'
import { Status } from '../status.tsx'
import { TravelCommand } from '../travel-command.tsx'
import { megabytes } from './megabytes.ts'

const sizeOf = (bytes: number) => megabytes(bytes / 1_000_000)

/** What waits and what runs, and how much can run at once. */
export const WorkBox = ({ system: { queue, workers } }: { system: ConsoleSystem }) => (
  <ConsoleBox title="Work">
    <Facts
      facts={{
        'Executions that wait': <Waiting queue={queue.executions} />,
        'Executions that run': queue.running,
        'Due jobs': <Waiting queue={queue.jobs} />,
        Workers: `${counted(workers.threads, 'thread')} for skills in each runtime`,
        Processes: workers.processes,
      }}
    />
  </ConsoleBox>
)

function Waiting({ queue: { waiting, oldest_since: since } }: { queue: ConsoleSystem['queue']['jobs'] }) {
  if (since === null) return 'None'
  return (
    <>
      {waiting}, the oldest since <Moment at={since} precision="second" />
    </>
  )
}

/** Where the space of the database goes. */
export const TablesBox = ({ tables }: Pick<ConsoleSystem['database'], 'tables'>) => (
  <ConsoleBox title="Largest tables" note="with their indexes">
    <dl className="console-facts">
      {tables.map(({ name, bytes, rows }) => (
        <div key={name}>
          <dt className="console-mono">{name}</dt>
          <dd>
            {sizeOf(bytes)}, {rows === null ? 'rows unknown' : `about ${counted(rows, 'row')}`}
          </dd>
        </div>
      ))}
    </dl>
  </ConsoleBox>
)

/** The version, and what differs from the start before. */
export const StartBox = ({ start }: Pick<ConsoleSystem, 'start'>) => (
  <ConsoleBox title="Version">
    <Facts
      facts={{
        'travel.aw': start?.version ?? 'Unknown',
        'Database migration': <span className="console-mono">{start?.migration ?? 'Unknown'}</span>,
        'Last start': start ? <Moment at={start.at} precision="second" /> : 'Unknown',
        'Changed since the start before': !start?.changes ? (
          'Unknown: no earlier start is recorded'
        ) : start.changes.length === 0 ? (
          'Neither version nor settings'
        ) : (
          <ul>
            {start.changes.map(({ what, before, after }) => (
              <li key={what}>
                <span className="console-mono">{what}</span>: {before ?? 'unset'} → {after ?? 'unset'}
              </li>
            ))}
          </ul>
        ),
      }}
    />
  </ConsoleBox>
)

/** The last backup and the last restore test. */
export const BackupBox = ({ backup, restore_test: test }: Pick<ConsoleSystem, 'backup' | 'restore_test'>) => (
  <ConsoleBox title="Backups" note={<TextLink href="/console/backups">Schedule</TextLink>}>
    <Facts
      facts={{
        'Last backup':
          backup === null ? (
            <>
              None is known. <TravelCommand words="backup" /> writes one.
            </>
          ) : (
            <>
              <Moment at={backup.at} />, {sizeOf(backup.bytes)}
            </>
          ),
        'Last restore test':
          test === null ? (
            'No restore test has run.'
          ) : (
            <>
              {test.error === null ? 'Passed' : `Failed: ${test.error}`} <Moment at={test.at} />
            </>
          ),
      }}
    />
  </ConsoleBox>
)

/** The last check of the audit trail, and a button for another one. */
export function AuditCheckBox({ check: { state, last } }: { check: ConsoleSystem['audit_check'] }) {
  const start = useConsoleChange(ConsoleSystem, '/audit-check')
  const isRunning = state === 'running' || start.isPending
  return (
    <ConsoleBox title="Audit trail" note="every row is checked once a day">
      {last?.findings.map((finding) => (
        <Notice key={finding} tone="stop">
          {finding}
        </Notice>
      ))}
      {state === 'failed' && (
        <Notice tone="warn">The last check ended without a result; the log says why. Check again.</Notice>
      )}
      <Failure error={start.error}>The check did not begin.</Failure>
      <Facts
        facts={{
          'Last result':
            last === null ? (
              'No check has run.'
            ) : last.found === 0 ? (
              <Status icon="check" tone="ok" text={`Intact, ${counted(last.rows, 'row')}`} />
            ) : (
              <Status icon="warn" tone="stop" text={`Altered, ${counted(last.found, 'finding')}`} />
            ),
          Checked: last && (
            <>
              <Moment at={last.at} />, by <Actor by={last.by} />, in {formatElapsed(last.duration_ms)}
            </>
          ),
        }}
      />
      <div className="console-text">
        <p role="status">{isRunning ? 'Checking every row. The app keeps serving.' : ''}</p>
        <div>
          <ActionButton size="sm" isOff={isRunning} onClick={() => start.mutate()}>
            <Icon name={refreshIcon} small />
            {isRunning ? 'Checking …' : 'Check now'}
          </ActionButton>
        </div>
      </div>
    </ConsoleBox>
  )
}

const names: Readonly<Record<AlertMode, string>> = { off: 'Off', hourly: 'Once an hour', 'at-once': 'At once' }
const options = (['off', 'hourly', 'at-once'] as const).map((value) => ({ value, text: names[value] }))

/** When operators hear about what waits for them, and a test whether they would. */
export function AlertsBox({ alerts: { mode, chosen, of_environment, channel } }: Pick<ConsoleSystem, 'alerts'>) {
  const change = useConsoleChange(AlertsView, (_: AlertChoice) => '/alerts')
  const test = useConsoleChange(AlertTest, '/alerts/test')
  const say = useDone()
  const choose = (next: AlertMode | null) =>
    change.mutate(
      { mode: next },
      {
        onSuccess: ({ mode: now }) =>
          say({ sentence: `Alerts: ${names[now]}.`, undo: () => change.mutateAsync({ mode: chosen }) }),
      },
    )
  const isOfEnvironment = chosen === null
  return (
    <ConsoleBox title="Alerts" note={names[mode]}>
      <div className="console-text">
        <p>A message to the operator about everything new in “Waits for you” on the overview.</p>
        {channel === null && (
          <Notice tone="warn">No channel is configured, so alerts are only kept under Messages.</Notice>
        )}
        <Segment label="Alerts" name="alerts" value={mode} options={options} onChange={choose} />
        <p className="console-quiet">
          {isOfEnvironment
            ? 'As the environment says: TRAVEL_OPERATOR_ALERTS.'
            : `Chosen here. The environment says: ${names[of_environment]}.`}
        </p>
        <Failure error={change.error}>The alerts were not changed.</Failure>
        <Failure error={test.error}>No test alert was sent.</Failure>
        <div className="action-row">
          <ActionButton
            size="sm"
            isOff={test.isPending}
            onClick={() => test.mutate(undefined, { onSuccess: () => say('The test alert is noted under Messages.') })}
          >
            Send a test alert
          </ActionButton>
          {!isOfEnvironment && (
            <Button size="sm" variant="quiet" onClick={() => choose(null)}>
              Use the environment’s
            </Button>
          )}
        </div>
      </div>
    </ConsoleBox>
  )
}
