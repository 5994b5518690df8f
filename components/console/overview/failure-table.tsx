import type { Failure } from '#lib/console/model/console-overview.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Clamped } from '../actor.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { ExecutionStatus } from '../executions/execution-status.tsx'
import { Moment } from '../moment.tsx'
import { shortId } from '../short-id.ts'

const columns: readonly Column<Failure>[] = [
  { header: 'Time', from: 'tablet', cell: ({ at }) => <Moment at={at} /> },
  {
    header: 'Reason',
    cell: ({ at, code, about, what }) => (
      <>
        <ExecutionStatus execution={{ state: 'failed', error_code: code }} />
        <small className="is-narrow">
          <Moment at={at} />
        </small>
        <small className="is-narrow">
          <Clamped>{`${about}: ${what}`}</Clamped>
        </small>
      </>
    ),
  },
  { header: 'Profile or skill', from: 'tablet', cell: ({ about }) => <Clamped>{about}</Clamped> },
  {
    header: 'What happened',
    from: 'tablet',
    className: 'overview-what',
    cell: ({ what }) => <Clamped>{what}</Clamped>,
  },
  {
    header: 'Execution',
    className: 'overview-execution',
    cell: ({ id }) => (
      <TextLink className="console-mono" href={`/console/executions/${id}`}>
        {shortId(id)}
      </TextLink>
    ),
  },
]

/** The latest failed executions, each with its reason and a link. */
export function FailureTable({ failures }: { failures: readonly Failure[] }) {
  if (failures.length === 0) return <p className="console-empty">Nothing failed in this time.</p>
  return <ConsoleTable label="Failures" columns={columns} rows={failures} idOf={({ id }) => id} />
}
