import type { ConsoleKey } from '#lib/agents/model/console-profile.ts'
import { RequestPlace, SecretPlace } from '#runner/contract/bound-credentials.ts'
import { longestTokenLifeS } from '#runner/contract/operations/crypto.ts'

/** What each place is, and what it risks. */
export const placeWords: Readonly<Record<SecretPlace, { readonly label: string; readonly risk: string }>> = {
  path: { label: 'the path', risk: 'Servers and proxies write it to their logs.' },
  query: { label: 'the query', risk: 'Servers and proxies write it to their logs, and pages link to it.' },
  body: { label: 'the body', risk: 'Many servers repeat it in their answers, where a changed form may not be found.' },
  jwt: {
    label: `tokens (JWT), each valid for ${longestTokenLifeS / 60} minutes at most`,
    risk: 'Scripts write their claims. A script that wants to can pass a token on in a form that no search finds.',
  },
  hmac: {
    label: 'signatures of any text (HMAC)',
    risk: 'They have no end, and whoever trusts the key believes each text. Texts that begin like a JWT are refused; other kinds of tokens are not. A script that wants to can pass a signature on.',
  },
}

interface KeyPlacesProps {
  wanted: ConsoleKey
  /** Absent: the profile cannot change any more. */
  onChange?: ((places: SecretPlace[]) => void) | undefined
}

/** Where scripts may send the placeholder of a key and what they may sign with it, with what each of these risks. */
export function KeyPlaces({ wanted: { name, places }, onChange }: KeyPlacesProps) {
  return (
    <fieldset className="key-places">
      <legend>Scripts may use {name} in headers of requests, and in:</legend>
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
          {placeWords[place].label} <span className="quiet">{placeWords[place].risk}</span>
        </label>
      ))}
      {RequestPlace.options.every((place) => places.includes(place)) && (
        <p className="quiet">
          Profiles that were locked before these choices existed have the path, the query and the body: clear those that
          the scripts do not need.
        </p>
      )}
    </fieldset>
  )
}
