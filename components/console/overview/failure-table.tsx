import type { Failure } from '#lib/console/model/console-overview.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { ExecutionStatus } from '../executions/execution-status.tsx'
import { Moment } from '../moment.tsx'
import { ScrollBox } from '../scroll-box.tsx'

/** The latest failed executions, each with its reason and a link. */
export function FailureTable({ failures }: { failures: readonly Failure[] }) {
  if (failures.length === 0) return <p className="console-empty">Nothing failed in this time.</p>
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
                <Moment at={at} />
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
