import type { ConsoleSystem } from '#lib/console/model/console-system.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { ConsoleBox, Facts } from '../console-page.tsx'
import { Moment } from '../moment.tsx'
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
