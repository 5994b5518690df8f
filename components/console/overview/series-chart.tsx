'use client'

import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { barLabel, rangeNames } from './range-names.ts'
import type { SeriesChartProps } from './series-chart-props.ts'

const fills = [
  'var(--color-bar-mute)',
  'var(--color-bar)',
  'url(#overview-hatched)',
  'var(--color-info)',
  'url(#overview-lined)',
  'var(--color-ink)',
  'url(#overview-dotted)',
]
const margin = { top: 18, right: 14, bottom: 0, left: 0 }
const axisPx = 48
const noAnimation = { isAnimationActive: false } as const

/** Stacked bars, one for each hour, day or week, with the failed executions below. The table below is the legend. */
export function SeriesChart({ overview, locale }: SeriesChartProps) {
  const { buckets, series, range, total } = overview
  const rows = buckets.map(({ from, counts, failed }) => ({
    label: barLabel(from, overview, locale),
    counts,
    failed,
    all: counts.reduce((sum, count) => sum + count, 0),
  }))
  const label = `Executions, ${rangeNames[range]}: ${total.executions}, of which ${total.failed} failed.`
  const isRoomy = buckets.length <= 14
  return (
    <div className="overview-chart" role="img" aria-label={label}>
      <ResponsiveContainer width="100%" height={220}>
        <BarChart data={rows} margin={margin} barCategoryGap="18%" accessibilityLayer={false}>
          <defs>
            <Pattern id="overview-hatched" path="M-1 1l2-2M0 4l4-4M3 5l2-2" />
            <Pattern id="overview-lined" path="M0 .5H4" height={3} />
            <Pattern id="overview-dotted" path="M1 1h1" />
          </defs>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey="label" tickLine={false} axisLine={{ stroke: 'var(--color-line-strong)' }} minTickGap={6} />
          <YAxis width={axisPx} tickLine={false} axisLine={false} allowDecimals={false} tickCount={4} />
          {series.map((one, index) => (
            <Bar
              key={one.id || one.kind}
              dataKey={({ counts }: (typeof rows)[number]) => counts[index] ?? 0}
              stackId="all"
              fill={fills[index] ?? 'var(--color-bar)'}
              stroke="var(--color-sheet)"
              strokeWidth={1}
              {...noAnimation}
            >
              {isRoomy && index === series.length - 1 && (
                <LabelList dataKey="all" position="top" className="overview-count" />
              )}
            </Bar>
          ))}
        </BarChart>
      </ResponsiveContainer>
      {total.failed > 0 && (
        <>
          <p className="overview-failed-label">Failed</p>
          <ResponsiveContainer width="100%" height={42}>
            <BarChart
              data={rows}
              margin={{ ...margin, top: 0, bottom: 14, left: axisPx }}
              barCategoryGap="18%"
              accessibilityLayer={false}
            >
              <XAxis dataKey="label" hide />
              <YAxis hide reversed />
              <Bar dataKey="failed" fill="var(--color-stop)" {...noAnimation}>
                {isRoomy && <LabelList dataKey="failed" position="top" className="overview-count is-failed" />}
              </Bar>
            </BarChart>
          </ResponsiveContainer>
        </>
      )}
    </div>
  )
}

function Pattern({ id, path, height = 4 }: { id: string; path: string; height?: number }) {
  return (
    <pattern id={id} width={4} height={height} patternUnits="userSpaceOnUse">
      <rect width={4} height={height} fill="var(--color-sheet)" />
      <path d={path} stroke={id === 'overview-lined' ? 'var(--color-info)' : 'var(--color-bar)'} strokeWidth={1.2} />
    </pattern>
  )
}
