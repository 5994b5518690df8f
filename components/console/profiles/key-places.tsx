import type { ConsoleKey } from '#lib/agents/model/console-profile.ts'
import { SecretPlace } from '#runner/contract/bound-credentials.ts'

const risks: Readonly<Record<SecretPlace, { readonly label: string; readonly risk: string }>> = {
  path: { label: 'the path', risk: 'Servers and proxies write it to their logs.' },
  query: { label: 'the query', risk: 'Servers and proxies write it to their logs, and pages link to it.' },
  body: { label: 'the body', risk: 'Many servers repeat it in their answers, where a changed form may not be found.' },
}

interface KeyPlacesProps {
  wanted: ConsoleKey
  /** Absent: the profile cannot change any more. */
  onChange?: ((places: SecretPlace[]) => void) | undefined
}

/** Where scripts may send the placeholder of a key, with what each place risks. */
export function KeyPlaces({ wanted: { name, places }, onChange }: KeyPlacesProps) {
  return (
    <fieldset className="key-places">
      <legend>Scripts may send {name} in headers, and in:</legend>
      {SecretPlace.options.map((place) => (
        <label key={place}>
          <input
            type="checkbox"
            checked={places.includes(place)}
            disabled={onChange === undefined}
            onChange={({ target }) =>
              onChange?.(SecretPlace.options.filter((one) => (one === place ? target.checked : places.includes(one))))
            }
          />{' '}
          {risks[place].label} <span className="quiet">{risks[place].risk}</span>
        </label>
      ))}
      {places.length === SecretPlace.options.length && (
        <p className="quiet">
          Profiles that were locked before these choices existed have all of them: clear those that the scripts do not
          need.
        </p>
      )}
    </fieldset>
  )
}
