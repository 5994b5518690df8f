import * as z from 'zod'
import { type Actor, actorOf, type NamedActor } from '#lib/platform/model/actor.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { showTerminalMarks } from '#lib/platform/server/log/terminal-marks.ts'
import { principalOfRow } from '#lib/skills/server/executions/invocation-rows.ts'
import { ErrorCode, scriptName } from '#runner/contract/errors.ts'
import { instructionsPerUnit } from '#runner/contract/fuel.ts'
import { DataLabel } from '#runner/contract/skill-io.ts'
import type { ExecutionRow, ExecutionState } from '../../model/console-executions.ts'

/** A row of `executions` as the console's statements select it (`columns`). */
export type SelectedRow = {
  readonly id: string
  readonly status: 'pending' | 'running' | 'suspended' | 'success' | 'error'
  readonly error_code: string | null
  readonly skill: string
  readonly version: string
  readonly action: string
  readonly params: unknown
  readonly principal_id: string
  readonly source: string
  readonly actor: string | null
  readonly data: string | null
  readonly started_at: Date
  readonly finished_at: Date | null
  readonly query_time_ms: number | null
  readonly execution_ms: number | null
  readonly fuel_used: bigint | null
  readonly fuel_limit: number | null
}

const states = {
  pending: 'pending',
  running: 'running',
  suspended: 'waiting',
  success: 'completed',
  error: 'failed',
} as const satisfies Record<SelectedRow['status'], ExecutionState>

export const stateOf = ({ status, error_code }: Pick<SelectedRow, 'status' | 'error_code'>): ExecutionState =>
  status === 'error' && error_code === 'CANCELLED' ? 'cancelled' : states[status]

/** Whether an execution `e` failed. A cancelled one did not. */
export const isFailed = Prisma.sql`e.status = 'error' and e.error_code is distinct from 'CANCELLED'`

/** Whether an execution `e` is in this state. */
export const isIn: Readonly<Record<ExecutionState, Prisma.Sql>> = {
  pending: Prisma.sql`e.status = 'pending'`,
  running: Prisma.sql`e.status = 'running'`,
  waiting: Prisma.sql`e.status = 'suspended'`,
  completed: Prisma.sql`e.status = 'success'`,
  failed: isFailed,
  cancelled: Prisma.sql`e.status = 'error' and e.error_code = 'CANCELLED'`,
}

export const actorOfRow = ({ principal_id: principalId, source, actor }: SelectedRow): Actor =>
  actorOf(principalOfRow({ principalId, source, actor }))

export function rowOf(row: SelectedRow, by: NamedActor): ExecutionRow {
  const used = row.fuel_used === null ? null : Number(row.fuel_used) / instructionsPerUnit
  const { fuel_limit: limit } = row
  return {
    id: row.id,
    state: stateOf(row),
    error_code: ErrorCode.nullable().catch('INTERNAL').parse(row.error_code),
    skill: row.skill,
    version: row.version,
    summary: showTerminalMarks(summaryOf(row)),
    by,
    data: DataLabel.nullable().catch(null).parse(row.data),
    started_at: row.started_at.toISOString(),
    duration_ms: row.execution_ms ?? row.query_time_ms,
    fuel_left: limit === null || used === null ? null : Math.max(0, limit - used),
    fuel_limit: limit,
  }
}

const text = z.string().max(100)
const Slice = z.object({ origin: text, destination: text, date: text })
const Flights = Slice.extend({ return_date: text.nullish() })
const Trip = z.object({ slices: z.array(Slice).min(1).max(6) })
const Stays = z.object({ place: text.optional(), check_in: text, check_out: text })

/** A short summary of the request. Params of unknown skills may contain anything, so only their action is shown. */
function summaryOf({ skill, action, params }: SelectedRow): string {
  if (skill === scriptName) return 'Script'
  const trip = Trip.safeParse(params).data
  if (trip) return trip.slices.map(({ origin, destination, date }) => `${origin} to ${destination}, ${date}`).join('; ')
  const flights = Flights.safeParse(params).data
  if (flights) {
    const { origin, destination, date, return_date: back } = flights
    return `${origin} to ${destination}, ${date}${back ? ` to ${back}` : ''}`
  }
  const stay = Stays.safeParse(params).data
  if (stay) return `${stay.place ?? 'Map area'}, ${stay.check_in} to ${stay.check_out}`
  return action
}
