import type { ConsoleOverview, Figures } from '#lib/console/model/console-overview.ts'
import { numberFormat } from '#lib/platform/model/formatters.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Clamped } from '../actor.tsx'
import { ScrollBox } from '../console-table.tsx'
import { elapsed } from './figure-strip.tsx'
import { errorRate } from './range-names.ts'

/** The figures of each profile, and the legend of the chart. */
export function SeriesTable({ overview: { series, total } }: { overview: ConsoleOverview }) {
  return (
    <ScrollBox label="Figures">
      <table className="console-table overview-legend">
        <thead>
          <tr>
            <th scope="col">Profile</th>
            <NumberHead>Executions</NumberHead>
            <NumberHead>Errors</NumberHead>
            <td className="overview-span-cell">10 ms to 10 s</td>
            <NumberHead>p50</NumberHead>
            <NumberHead>p95</NumberHead>
          </tr>
        </thead>
        <tbody>
          {series.map((one, index) => (
            <tr key={one.id || one.kind}>
              <th scope="row">
                <i className={`overview-swatch series-${index}`} aria-hidden="true" />
                {one.kind === 'profile' ? (
                  <TextLink href={`/console/profiles/${one.id}`}>
                    <Clamped>{one.name}</Clamped>
                  </TextLink>
                ) : (
                  one.name
                )}
              </th>
              <FigureCells
                figures={one}
                {...(one.kind === 'profile' && { shown: `/console/executions?profile=${one.id}` })}
              />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            <FigureCells figures={total} shown="/console/executions" />
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  )
}

const NumberHead = ({ children }: { children: string }) => (
  <th scope="col" className="is-number">
    {children}
  </th>
)

/** `shown`: the list of the executions. */
function FigureCells({ figures, shown }: { figures: Figures; shown?: string }) {
  const count = numberFormat('en-GB', {}).format(figures.executions)
  return (
    <>
      <td className="is-number">{shown === undefined ? count : <TextLink href={shown}>{count}</TextLink>}</td>
      <td className="is-number">{errorRate(figures)}</td>
      <td className="overview-span-cell">
        <DurationSpan figures={figures} />
      </td>
      <td className="is-number">{elapsed(figures.p50_ms)}</td>
      <td className="is-number">{elapsed(figures.p95_ms)}</td>
    </>
  )
}

const width = 120

/** The range from p50 to p95 on a logarithmic scale from 10 ms to 10 s. */
function DurationSpan({ figures: { p50_ms: from, p95_ms: to } }: { figures: Figures }) {
  if (from === null || to === null) return null
  const at = (ms: number) => Math.min(1, Math.max(0, (Math.log10(Math.max(ms, 1)) - 1) / 3)) * (width - 2)
  return (
    <svg className="overview-span" aria-hidden="true" viewBox={`0 0 ${width} 10`} width={width} height={10}>
      <path d={`M0 5H${width}${[0, 1, 2, 3].map((tick) => `M${0.5 + (tick * (width - 1)) / 3} 1v8`).join('')}`} />
      <rect x={at(from)} y={2} width={Math.max(2, at(to) - at(from))} height={6} />
    </svg>
  )
}
