import type { ConsoleOverview } from '#lib/console/model/console-overview.ts'
import { ScrollBox } from '../scroll-box.tsx'
import { barLabel, barNames } from './range-names.ts'

/** The chart as a table, for readers who cannot see it and for exact counts. */
export function BarTable({ overview, locale }: { overview: ConsoleOverview; locale: string }) {
  const { buckets, range } = overview
  return (
    <details className="overview-bars">
      <summary>Counts by {barNames[range].toLowerCase()}</summary>
      <ScrollBox label="Counts">
        <table className="console-table">
          <thead>
            <tr>
              <th scope="col">{barNames[range]}</th>
              <th scope="col" className="is-number">
                Executions
              </th>
              <th scope="col" className="is-number">
                Failed
              </th>
            </tr>
          </thead>
          <tbody>
            {buckets.map(({ from, counts, failed }) => (
              <tr key={from}>
                <th scope="row">
                  <time dateTime={from}>{barLabel(from, overview, locale)}</time>
                </th>
                <td className="is-number">{counts.reduce((sum, count) => sum + count, 0)}</td>
                <td className="is-number">{failed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  )
}
