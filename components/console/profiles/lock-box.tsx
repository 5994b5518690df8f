import { ConsoleProfile, type ProfileLock } from '#lib/agents/model/console-profile.ts'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { ActionButton, Failure } from '../console-form.tsx'
import { missingOf } from './profile-state.tsx'
import { useUnsavedForms } from './unsaved-forms.tsx'

interface LockBoxProps {
  profile: ConsoleProfile
  /** Opens the form of a key without a value. */
  onFillIn: (key: string) => void
  onLocked: () => void
}

/**
 * Locks a profile. The button is highlighted only if the profile can be locked: every key has a value, and no form of
 * the page holds values that the lock would discard.
 */
export function LockBox({ profile, onFillIn, onLocked }: LockBoxProps) {
  const { id, keys, version } = profile
  const lock = useConsoleChange(ConsoleProfile, (_: ProfileLock) => `/profiles/${id}/lock`)
  const missing = missingOf(profile)
  const unsaved = useUnsavedForms()
  const canLock = missing.length === 0 && unsaved.length === 0
  return (
    <section className="console-box lock-box" aria-labelledby="lock-heading">
      <h3 id="lock-heading">
        <Icon name={moreIcons.lock} />
        Lock and activate
      </h3>
      <p className="quiet">
        Locking lets the agent run scripts, and fixes the keys and hosts for good. Later changes need a proposal that
        you apply.
      </p>
      {keys.length > 0 && (
        <div className="lock-progress">
          <span className="lock-bar" aria-hidden="true">
            {keys.map(({ name, value_exists }) => (
              <i key={name} className={value_exists ? 'is-filled' : ''} />
            ))}
          </span>
          <p>
            <b>
              {keys.length - missing.length} of {counted(keys.length, 'key')} {keys.length === 1 ? 'has' : 'have'} a
              value.
            </b>
            {missing.length > 0 && ' Still missing:'}
          </p>
        </div>
      )}
      {missing.length > 0 && (
        <ul className="console-sublist lock-missing">
          {missing.map(({ name }) => (
            <li key={name}>
              <Icon name="warn" small />
              <span className="mono">{name}</span>
              <button type="button" className="link" aria-label={`Fill in ${name}`} onClick={() => onFillIn(name)}>
                Fill in
              </button>
            </li>
          ))}
        </ul>
      )}
      <ActionButton
        variant={canLock ? 'accent' : 'plain'}
        isOff={!canLock || lock.isPending}
        aria-describedby={canLock ? undefined : 'lock-why'}
        onClick={() => lock.mutate({ version }, { onSuccess: onLocked })}
      >
        <Icon name={moreIcons.lock} small />
        {lock.isPending ? 'Locking …' : 'Lock profile'}
      </ActionButton>
      {!canLock && (
        <div id="lock-why" className="lock-why">
          {missing.length > 0 && (
            <p>Fill in or remove {missing.length === 1 ? 'the key' : `the ${missing.length} keys`} above first.</p>
          )}
          {unsaved.length > 0 && (
            <p>Save or clear what you typed in {listOf(unsaved)} first. Otherwise it would be lost.</p>
          )}
        </div>
      )}
      <Failure error={lock.error}>The profile was not locked.</Failure>
    </section>
  )
}

/** "“Another host” and “Limits”". */
const listOf = (forms: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(forms.map((form) => `“${form}”`))
