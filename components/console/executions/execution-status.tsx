import type { ExecutionRow } from '#lib/console/model/console-executions.ts'
import { classes } from '../../ui/classes.ts'
import { Status } from '../status.tsx'
import { fuelText, fuelTone, lookOf } from './execution-words.ts'

/** The status as an icon and text. A failure shows its reason in place of "Failed". */
export const ExecutionStatus = ({ execution }: { execution: Pick<ExecutionRow, 'state' | 'error_code'> }) => (
  <Status {...lookOf(execution)} />
)

/** A bar of the fuel that is left, with the amount. */
export function FuelLeft({ left, limit }: { left: number | null; limit: number | null }) {
  if (left === null || limit === null) return null
  const tone = fuelTone(left, limit)
  return (
    <span className="fuel">
      <span className={classes('fuel-bar', tone !== 'plain' && `fuel-${tone}`)} aria-hidden="true">
        <i style={{ width: `${Math.round((left / Math.max(limit, 1)) * 100)}%` }} />
      </span>
      <span className="fuel-amount">{fuelText(left)}</span>
    </span>
  )
}
