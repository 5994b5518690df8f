import { useSearchParams } from 'next/navigation'
import { pathWith, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { inZone } from '#lib/console/model/console-day.ts'
import {
  ExecutionCountQuery,
  ExecutionCounts,
  ExecutionState,
  mostCounted,
} from '#lib/console/model/console-executions.ts'
import { useZone } from '../frame/zone.tsx'
import { type FilterField, validFilters } from '../resources/resource-page.tsx'
import { Segment } from '../segment.tsx'
import { stateName } from './execution-words.ts'

/** How often the counts are read again, in ms. */
const pollMs = 15_000

/** The choice of a state, with the number of executions that the other filters find in each. */
export function StateCounts({ value = '', onChoose }: FilterField) {
  const { zone } = useZone()
  const filters = validFilters(useSearchParams(), ExecutionCountQuery.shape)
  const { data } = useConsoleQuery(ExecutionCounts, pathWith('/executions/counts', inZone(filters, zone)), {
    pollMs: () => pollMs,
    keepsPrevious: true,
  })
  const counts = data?.states
  const isPart = data?.counted === 'newest'
  const all = counts && Object.values(counts)
  const sum =
    all &&
    countText(
      all.reduce((total, one) => total + Math.min(one, mostCounted), 0),
      isPart || all.some(isMore),
    )
  return (
    <Segment
      label="Status"
      name="state"
      value={value}
      options={[
        { value: '', text: withCount('All', sum) },
        ...ExecutionState.options.map((state) => ({
          value: state,
          text: withCount(
            stateName(state),
            counts && countText(Math.min(counts[state], mostCounted), isPart || isMore(counts[state])),
          ),
        })),
      ]}
      onChange={onChoose}
    />
  )
}

const isMore = (count: number) => count > mostCounted
const countText = (count: number, isMore: boolean) => `${count.toLocaleString('en')}${isMore ? '+' : ''}`
const withCount = (name: string, count: string | undefined) => (count === undefined ? name : `${name} ${count}`)
