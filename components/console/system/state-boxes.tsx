import type { ConsoleSystem } from '#lib/console/model/console-system.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { Moment } from '../moment.tsx'
import { TravelCommand } from '../travel-command.tsx'
import { megabytes } from './megabytes.ts'

/** What waits and what runs, and how much can run at once. */
export function WorkBox({ system: { queue, workers } }: { system: ConsoleSystem }) {
  return (
    <ConsoleBox title="Work">
      <dl className="console-facts">
        <dt>Executions that wait</dt>
        <dd>
          <Waiting queue={queue.executions} />
        </dd>
        <dt>Executions that run</dt>
        <dd>{queue.running}</dd>
        <dt>Due jobs</dt>
        <dd>
          <Waiting queue={queue.jobs} />
        </dd>
        <dt>Workers</dt>
        <dd>{counted(workers.threads, 'thread')} for skills in each runtime</dd>
        <dt>Processes</dt>
        <dd>{workers.processes}</dd>
      </dl>
    </ConsoleBox>
  )
}

function Waiting({ queue: { waiting, oldest_since: since } }: { queue: ConsoleSystem['queue']['jobs'] }) {
  if (since === null) return 'None'
  return (
    <>
      {waiting}, the oldest since <Moment at={since} precision="second" />
    </>
  )
}

/** Where the space of the database goes. */
export function TablesBox({ tables }: Pick<ConsoleSystem['database'], 'tables'>) {
  return (
    <ConsoleBox title="Largest tables" note="with their indexes">
      <dl className="console-facts">
        {tables.map(({ name, bytes, rows }) => (
          <div key={name}>
            <dt className="console-mono">{name}</dt>
            <dd>
              {megabytes(bytes / 1_000_000)}, {rows === null ? 'rows unknown' : `about ${counted(rows, 'row')}`}
            </dd>
          </div>
        ))}
      </dl>
    </ConsoleBox>
  )
}

/** The version, and what differs from the start before. */
export function StartBox({ start }: Pick<ConsoleSystem, 'start'>) {
  return (
    <ConsoleBox title="Version">
      <dl className="console-facts">
        <dt>travel.aw</dt>
        <dd>{start === null ? 'Unknown' : start.version}</dd>
        <dt>Database migration</dt>
        <dd className="console-mono">{start === null ? 'Unknown' : start.migration}</dd>
        <dt>Last start</dt>
        <dd>{start === null ? 'Unknown' : <Moment at={start.at} precision="second" />}</dd>
        <dt>Changed since the start before</dt>
        <dd>
          {start === null || start.changes === null ? (
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
          )}
        </dd>
      </dl>
    </ConsoleBox>
  )
}

/** The last backup and the last restore test. */
export function BackupBox({ backup, restore_test: test }: Pick<ConsoleSystem, 'backup' | 'restore_test'>) {
  return (
    <ConsoleBox title="Backups" note={<TextLink href="/console/backups">Schedule</TextLink>}>
      <dl className="console-facts">
        <dt>Last backup</dt>
        <dd>
          {backup === null ? (
            <>
              None is known. <TravelCommand words="backup" /> writes one.
            </>
          ) : (
            <>
              <Moment at={backup.at} />, {megabytes(backup.bytes / 1_000_000)}
            </>
          )}
        </dd>
        <dt>Last restore test</dt>
        <dd>
          {test === null ? (
            'No restore test has run.'
          ) : (
            <>
              {test.error === null ? 'Passed' : `Failed: ${test.error}`} <Moment at={test.at} />
            </>
          )}
        </dd>
      </dl>
    </ConsoleBox>
  )
}
