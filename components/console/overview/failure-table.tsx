import type { Failure } from '#lib/shared/console-overview.ts'
import { dateTimeFormat } from '#lib/travel/formatters.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { ExecutionStatus } from '../executions/execution-status.tsx'
import { ScrollBox } from '../scroll-box.tsx'

interface FailureTableProps {
  failures: readonly Failure[]
  timeZone: string
  locale: string
}

/** The latest failed executions, each with its reason and a link. */
export function FailureTable({ failures, timeZone, locale }: FailureTableProps) {
  if (failures.length === 0) return <p className="console-empty">Nothing failed in this time.</p>
  const moment = dateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone })
  return (
    <ScrollBox label="Failures">
      <table className="console-table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Reason</th>
            <th scope="col" className="is-second">
              Profile or skill
            </th>
            <th scope="col" className="is-second">
              What happened
            </th>
            <th scope="col">Execution</th>
          </tr>
        </thead>
        <tbody>
          {failures.map(({ id, at, code, about, what }) => (
            <tr key={id}>
              <td>
                <time dateTime={at}>{moment.format(new Date(at))}</time>
              </td>
              <td>
                <ExecutionStatus execution={{ state: 'failed', error_code: code }} />
                <small className="is-narrow">
                  {about}: {what}
                </small>
              </td>
              <td className="is-second">{about}</td>
              <td className="is-second overview-what">{what}</td>
              <td>
                <TextLink className="console-mono" href={`/console/executions/${id}`}>
                  {id.slice(0, 12)}…
                </TextLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
