'use client'

import { useState } from 'react'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { ConsoleCost, type CostRange, costPath, costRanges } from '#lib/console/model/console-cost.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { ConsoleBox, ConsolePage } from '../console-page.tsx'
import { RangeLinks } from '../overview/range-links.tsx'
import { QueryState } from '../query-state.tsx'
import { Segment } from '../segment.tsx'
import { CostChart } from './cost-chart.tsx'
import { CostTable, DayTable } from './cost-table.tsx'
import { type Measure, measureNames, measures, rangeNames } from './cost-words.ts'
import { LimitsBox } from './limits-box.tsx'

const options = measures.map((value) => ({ value, text: measureNames[value] }))
const ranges = costRanges.map((range) => ({
  text: rangeNames[range].short,
  href: `/console/cost?range=${range}`,
  range,
}))

const pollMs = 30_000

/** What executions cost, by day and by who started them, and the limits. */
export function CostPage({ range }: { range: CostRange }) {
  const query = useConsoleQuery(ConsoleCost, costPath(range), { pollMs: () => pollMs, keepsPrevious: true })
  return (
    <ConsolePage title="Cost" end={<RangeLinks links={ranges} current={range} />}>
      <QueryState query={query} name="The cost">
        {(cost) => <Loaded cost={cost} />}
      </QueryState>
    </ConsolePage>
  )
}

function Loaded({ cost }: { cost: ConsoleCost }) {
  const [measure, setMeasure] = useState<Measure>('computing_s')
  const { total, range } = cost
  return (
    <>
      <ConsoleBox title="By day" note={rangeNames[range].long}>
        {total.executions === 0 ? (
          <p className="console-empty">Nothing has ended in this time.</p>
        ) : (
          <>
            <div className="cost-measures">
              <Segment label="Measure" name="measure" value={measure} options={options} onChange={setMeasure} />
            </div>
            <CostChart cost={cost} measure={measure} />
            <DayTable days={cost.days} />
          </>
        )}
      </ConsoleBox>
      {total.executions > 0 && (
        <ConsoleBox title="By profile, key and skill" note={rowsNote(cost)}>
          <CostTable cost={cost} />
          {total.unmeasured > 0 && (
            <p className="console-text console-quiet">
              {counted(total.unmeasured, 'execution')} lack a figure: a process ended, an execution was resumed, or the
              model told no tokens. A sum with ≥ is what was measured.
            </p>
          )}
        </ConsoleBox>
      )}
      <LimitsBox cost={cost} />
    </>
  )
}

const rowsNote = ({ rows, rows_total: all }: ConsoleCost) =>
  all === null
    ? `the first ${rows.length}, by computing, of those that were among the first 100 of a day`
    : rows.length < all
      ? `the first ${rows.length} of ${all}, by computing`
      : counted(all, 'row')
