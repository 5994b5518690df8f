import { useState } from 'react'
import { useSetLimit } from '#lib/console/client/use-cost.ts'
import type { ConsoleCost, LimitView } from '#lib/console/model/console-cost.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import { Failure } from '../failure.tsx'
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

function LimitForm({ limit }: { limit: LimitView }) {
  const { owner, per_hour: perHour, per_day: perDay, hour_uses: hourUses, day_uses: dayUses } = limit
  const [hour, setHour] = useState(fieldText(perHour))
  const [day, setDay] = useState(fieldText(perDay))
  const change = useSetLimit()
  const done = useDone()
  const isSame = hour === fieldText(perHour) && day === fieldText(perDay)
  async function undo() {
    await change.mutateAsync({ owner: owner.id, per_hour: perHour, per_day: perDay })
    setHour(fieldText(perHour))
    setDay(fieldText(perDay))
  }
  return (
    <form
      className="cost-limit"
      aria-label={owner.name}
      onSubmit={(event) => {
        event.preventDefault()
        const input = { owner: owner.id, per_hour: limitIn(hour), per_day: limitIn(day) }
        change.mutate(input, {
          onSuccess: () => done({ sentence: `The limits of ${owner.name} are set.`, undo }),
        })
      }}
    >
      <b>
        <OwnerName owner={owner} />
      </b>
      <LimitField label="In an hour" value={hour} onChange={setHour} used={hourUses} isLimited={perHour !== null} />
      <LimitField label="In a day" value={day} onChange={setDay} used={dayUses} isLimited={perDay !== null} />
      <Button size="sm" type="submit" disabled={isSame || change.isPending}>
        {change.isPending ? 'Setting …' : 'Set limits'}
      </Button>
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
