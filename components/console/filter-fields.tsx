import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Day as DaySchema } from '#lib/console/model/console-day.ts'
import { useIsHydrated } from '#lib/platform/client/use-is-hydrated.ts'
import { Select } from '../ui/select.tsx'

interface FilterProps {
  label: string
  value: string | undefined
  onChoose: (value: string) => void
}

interface ChoiceProps extends FilterProps {
  /** Values with their names. Absent: not loaded yet. */
  options: readonly (readonly [string, string])[] | undefined
}

/**
 * A select. It shows the value in effect, even if that value is not an option, such as a revoked profile.
 */
export function Choice({ label, value = '', options = [], onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="console-filter">
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">All</option>
        {value !== '' && !options.some(([known]) => known === value) && <option>{value}</option>}
        {options.map(([known, name]) => (
          <option key={known} value={known}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

/** A pause in typing after which a text filters, in ms. */
const pauseMs = 250

/**
 * A search field. Its text filters after a pause in typing. The field keeps what is typed meanwhile, and is disabled until
 * React has hydrated it, like `Select`.
 */
export function Words({ label, value = '', onChoose }: FilterProps) {
  const id = useId()
  const [draft, setDraft] = useState(value)
  useEffect(() => {
    if (document.activeElement?.id !== id) setDraft(value)
  }, [id, value])
  const choose = useEffectEvent(() => {
    if (draft.trim() !== value) onChoose(draft.trim())
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause again.
  useEffect(() => {
    const timer = setTimeout(choose, pauseMs)
    return () => clearTimeout(timer)
  }, [draft])
  return (
    <div className="console-filter console-words">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        disabled={!useIsHydrated()}
        type="search"
        maxLength={200}
        spellCheck={false}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
      />
    </div>
  )
}

/**
 * A day in the console's zone. The field keeps a date that is no filter, because a year is typed as 0002, 0020, 0202,
 * 2026; when the field loses the focus, it shows the value in effect.
 */
export function Day({ label, value = '', onChoose }: FilterProps) {
  const id = useId()
  const [draft, setDraft] = useState(value)
  const enter = (day: string) => {
    setDraft(day)
    if (isFilter(day)) onChoose(day)
  }
  useEffect(() => setDraft(value), [value])
  return (
    <div className="console-filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        disabled={!useIsHydrated()}
        type="date"
        value={draft}
        onChange={({ target }) => enter(target.value)}
        onBlur={() => {
          if (!isFilter(draft)) setDraft(value)
        }}
      />
    </div>
  )
}

const isFilter = (day: string) => day === '' || DaySchema.safeParse(day).success
