'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import type { Overview } from '#lib/shared/console-overview.ts'
import { lookAt, SeriesPatterns } from './series-look.tsx'
import { stepText } from './step-text.ts'

const height = 220
const axis = { stroke: 'var(--color-line-strong)', tick: { fill: 'var(--color-ink-3)', fontSize: 12 }, tickLine: false }

/** Bars of executions, stacked by profile. The table below has the same numbers, so this is hidden from screen readers. */
export function ExecutionsChart({ overview: { span, steps, series } }: { overview: Overview }) {
  const data = steps.map((start, step) => ({
    start: stepText(start, span),
    ...Object.fromEntries(series.map(({ id, counts }) => [id, counts[step] ?? 0])),
  }))
  return (
    <div className="console-chart" aria-hidden="true">
      <ResponsiveContainer width="100%" height={height}>
        <BarChart data={data} margin={{ top: 12, right: 14, bottom: 4, left: 0 }} accessibilityLayer={false}>
          <SeriesPatterns prefix="chart" />
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey="start" {...axis} />
          <YAxis width={48} allowDecimals={false} {...axis} />
          {series.map(({ id, name }, index) => (
            <Bar
              key={id}
              dataKey={id}
              name={name}
              stackId="all"
              fill={`url(#chart-${lookAt(index).id})`}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
