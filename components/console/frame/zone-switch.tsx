import { useId } from 'react'
import { dateTimeFormat } from '#lib/platform/model/formatters.ts'
import { Select } from '../../ui/select.tsx'
import { useZone } from './zone.tsx'

/** Says once for the whole page in which zone its times are, and switches between the browser's zone and UTC. */
export function ZoneSwitch() {
  const id = useId()
  const { zone, local, isKnown, choose } = useZone()
  if (local === 'UTC') return <p className="console-zone">Times in UTC</p>
  return (
    <label htmlFor={id} className={isKnown ? 'console-zone' : 'console-zone is-unseen'}>
      Times in
      <Select id={id} value={zone} onChange={({ target }) => choose(target.value)}>
        <option value={local}>
          {placeOf(local)}, {offsetOf(local)}
        </option>
        <option value="UTC">UTC</option>
      </Select>
    </label>
  )
}

/** "Buenos Aires" */
const placeOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** "GMT+13": the present distance from UTC. */
const offsetOf = (timeZone: string) =>
  dateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(Date.now())
    .find(({ type }) => type === 'timeZoneName')?.value
