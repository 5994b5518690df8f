import { useState } from 'react'
import { type LimitChange, Limits } from '#lib/agents/model/usage-limit.ts'
import { showChange, useConsoleChange } from '#lib/console/client/use-console.ts'
import { ConsoleCost, type LimitView } from '#lib/console/model/console-cost.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ActionButton, Failure, unsavedFields } from '../console-form.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import { Moment } from '../moment.tsx'
import { OwnerName } from './cost-table.tsx'

/** How many executions each profile and key may start, and how many it has started. */
export function LimitsBox({ cost }: { cost: ConsoleCost }) {
  const { limits, limits_total: all, hour_ends: hourEnds, day_ends: dayEnds } = cost
  const note =
    limits.length < all
      ? `${limits.length} of ${all}: with a limit, then by cost, then the newest`
      : 'executions that may start'
  return (
    <ConsoleBox title="Limits" note={note}>
      <p className="console-text">
        <span>
          At a limit, further calls are refused with RATE_LIMITED and the time until it begins again: the hour at{' '}
          <Moment at={hourEnds} />, the day at <Moment at={dayEnds} />. What runs goes on.
        </span>
      </p>
      {limits.length === 0 ? (
        <p className="console-empty">There are no profiles and agent keys to limit.</p>
      ) : (
        <ul className="console-rows">
          {limits.map((limit) => (
            <li key={limit.owner.id}>
              <LimitForm limit={limit} />
            </li>
          ))}
        </ul>
      )}
    </ConsoleBox>
  )
}

const fieldText = (value: number | null) => (value === null ? '' : String(value))
/** Empty: no limit. */
const limitIn = (text: string) => (text.trim() === '' ? null : Number(text))

const changed = (wish: number | null | undefined, before: number | null) => (wish === undefined ? before : wish)

const shownLimit = showChange('/cost', ConsoleCost, (cost, { owner, per_hour, per_day }: LimitChange) => ({
  ...cost,
  limits: cost.limits.map((limit) =>
    limit.owner.id === owner
      ? { ...limit, per_hour: changed(per_hour, limit.per_hour), per_day: changed(per_day, limit.per_day) }
      : limit,
  ),
}))

function LimitForm({ limit }: { limit: LimitView }) {
  const { owner, per_hour: perHour, per_day: perDay, hour_uses: hourUses, day_uses: dayUses } = limit
  // What is typed. A field that nobody touched shows the limit as it is stored, and is not sent.
  const [typed, setTyped] = useState<{ hour?: string; day?: string }>({})
  const { hour = fieldText(perHour), day = fieldText(perDay) } = typed
  const change = useConsoleChange(Limits, (_: LimitChange) => '/cost-limits', { shows: shownLimit })
  const done = useDone()
  const changesHour = hour !== fieldText(perHour)
  const changesDay = day !== fieldText(perDay)
  const wishOf = (perHourWish: number | null, perDayWish: number | null) => ({
    owner: owner.id,
    ...(changesHour ? { per_hour: perHourWish } : {}),
    ...(changesDay ? { per_day: perDayWish } : {}),
  })
  return (
    <form
      className="cost-limit flow"
      aria-label={owner.name}
      onSubmit={(event) => {
        event.preventDefault()
        const before = wishOf(perHour, perDay)
        change.mutate(wishOf(limitIn(hour), limitIn(day)), {
          onSuccess() {
            setTyped((now) => unsavedFields(now, typed))
            done({ sentence: `The limits of ${owner.name} are set.`, undo: () => change.mutateAsync(before) })
          },
        })
      }}
    >
      <b>
        <OwnerName owner={owner} />
      </b>
      <LimitField
        label="In an hour"
        value={hour}
        onChange={(text) => setTyped({ ...typed, hour: text })}
        used={hourUses}
        isLimited={perHour !== null}
      />
      <LimitField
        label="In a day"
        value={day}
        onChange={(text) => setTyped({ ...typed, day: text })}
        used={dayUses}
        isLimited={perDay !== null}
      />
      <ActionButton size="sm" type="submit" isOff={!(changesHour || changesDay) || change.isPending}>
        {change.isPending ? 'Setting …' : 'Set limits'}
      </ActionButton>
      <Failure error={change.error}>The limits were not set.</Failure>
    </form>
  )
}

interface LimitFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  used: number
  isLimited: boolean
}

const LimitField = ({ label, value, onChange, used, isLimited }: LimitFieldProps) => (
  <TextField
    label={isLimited ? `${label}, ${used} used` : label}
    type="number"
    min={0}
    max={1_000_000}
    step={1}
    placeholder="no limit"
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)
