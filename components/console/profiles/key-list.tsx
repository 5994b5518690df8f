import type { ConsoleProfile } from '#lib/agents/model/console-profile.ts'
import { useChangeProfile } from '#lib/console/client/use-profiles.ts'
import type { SecretPlace } from '#runner/contract/bound-credentials.ts'
import { Failure } from '../console-form.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import { focusPage } from '../focus-page.ts'
import { AddKey } from './add-key.tsx'
import { KeyRow } from './key-row.tsx'

/** The key whose form gets the focus: a new object for each request. */
export type Filling = { readonly name: string } | null

interface KeyListProps {
  profile: ConsoleProfile
  filling: Filling
}

/** How many keys have a value, and how many of these have one that no operator has approved for the profile. */
function valuesIn(keys: ConsoleProfile['keys']): string {
  const replaced = keys.filter(({ is_replaced }) => is_replaced).length
  const filled = keys.filter(({ value_exists }) => value_exists).length + replaced
  return `${filled} of ${keys.length} have a value${replaced === 0 ? '' : `, ${replaced} not approved`}`
}

/** The keys of a profile. They can be added and removed while it is unlocked. */
export function KeyList({ profile, filling }: KeyListProps) {
  const say = useDone()
  const { id, keys, hosts, state } = profile
  const change = useChangeProfile(id)
  const remove = (gone: string) => {
    change.mutate({ keys: { remove: [gone] } }, { onSuccess: () => say(`${gone} was removed from the profile.`) })
    // The row is removed at once, together with the pressed button.
    focusPage()
  }
  const approve = (name: string) => {
    change.mutate({ keys: { approve: [name] } }, { onSuccess: () => say(`The profile uses the stored ${name} now.`) })
    // A key with a value has no button.
    focusPage()
  }
  const allow = (name: string, places: SecretPlace[]) =>
    change.mutate(
      { keys: { places: [{ name, places }] } },
      { onSuccess: () => say(`The places of ${name} were saved.`) },
    )
  return (
    <ConsoleBox title="Keys" note={valuesIn(keys)}>
      {keys.length === 0 && <p className="console-empty">It has no keys.</p>}
      <ul className="key-list">
        {keys.map((wanted) => (
          <KeyRow
            key={wanted.name}
            wanted={wanted}
            hosts={hosts}
            isRevoked={state === 'revoked'}
            focusRequest={filling?.name === wanted.name ? filling : null}
            onApprove={() => approve(wanted.name)}
            onPlaces={state === 'unlocked' || state === 'locked' ? (places) => allow(wanted.name, places) : undefined}
            onRemove={state === 'unlocked' ? () => remove(wanted.name) : undefined}
          />
        ))}
      </ul>
      {state === 'unlocked' && <AddKey profile={profile} />}
      <Failure error={change.error}>The keys were not changed.</Failure>
    </ConsoleBox>
  )
}
