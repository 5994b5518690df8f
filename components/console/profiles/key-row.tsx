import { useEffect, useRef } from 'react'
import { type ConsoleKey, mostUsers } from '#lib/agents/model/console-profile.ts'
import { expiryTone } from '#lib/console/client/console-time.ts'
import { countedUpTo } from '#lib/platform/model/counted.ts'
import type { SecretPlace } from '#runner/contract/bound-credentials.ts'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { ActionButton, Failure } from '../console-form.tsx'
import { useDone } from '../console-page.tsx'
import { ChangedMeanwhile, CredentialFields } from '../credentials/credential-fields.tsx'
import { kindText } from '../credentials/kinds.ts'
import { useCredentialForm } from '../credentials/use-credential-form.ts'
import { focusPage } from '../focus-page.ts'
import { Expiry } from '../moment.tsx'
import { Status } from '../status.tsx'
import { KeyPlaces } from './key-places.tsx'
import { QuotedWords } from './profile-state.tsx'

interface KeyRowProps {
  wanted: ConsoleKey
  hosts: readonly string[]
  /** Nothing is to be done for a key of a revoked profile. */
  isRevoked: boolean
  /** Each new object moves the focus to the field of the value. */
  focusRequest: object | null
  /** Absent: the profile is not unlocked, so its keys cannot be removed. */
  onRemove?: (() => void) | undefined
  /** Approves the credential that replaced the approved one. */
  onApprove: () => void
  /** Absent: the profile cannot change any more. */
  onPlaces?: ((places: SecretPlace[]) => void) | undefined
}

/** A key of the profile, with a form while it has no value. */
export function KeyRow({ wanted, hosts, isRevoked, focusRequest, onRemove, onApprove, onPlaces }: KeyRowProps) {
  const { name, description, by_operator, value_exists, is_replaced, credential } = wanted
  const isMissing = !value_exists && !isRevoked
  return (
    <li className={classes('key-row', isMissing && 'is-missing')} aria-label={name}>
      <Icon name={moreIcons.key} />
      <div>
        <p className="key-name row-wrap">
          <span className="mono">{name}</span>
          {credential && <Badge>{kindText(credential.use.kind)}</Badge>}
        </p>
        {by_operator ? (
          <p className="agent-line soft">
            <span>Added by an operator</span>
            {description !== '' && `: “${description}”`}
          </p>
        ) : (
          <QuotedWords inline>{description}</QuotedWords>
        )}
        {credential && (value_exists || is_replaced) && <Shared credential={credential} />}
        {credential?.use.kind === 'plain' && <KeyPlaces wanted={wanted} onChange={onPlaces} />}
      </div>
      <div className="key-state">
        {value_exists ? (
          <Status icon="check" tone="ok" text="Has a value" />
        ) : (
          <Status
            icon={isRevoked ? 'minus' : 'warn'}
            tone={isRevoked ? 'quiet' : 'warn'}
            text={whyUnusable(wanted) ?? (isRevoked ? 'No value' : 'Needs a value')}
          />
        )}
        {is_replaced && !isRevoked && (
          <button type="button" className="link" aria-label={`Use this ${name}`} onClick={onApprove}>
            Use this one
          </button>
        )}
        {onRemove && (
          <button type="button" className="link" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </button>
        )}
      </div>
      {isMissing && !is_replaced && <FillInKey wanted={wanted} hosts={hosts} focusRequest={focusRequest} />}
    </li>
  )
}

/** Why scripts do not get the stored value. Undefined: there is none. */
function whyUnusable({ is_replaced, credential }: ConsoleKey): string | undefined {
  if (is_replaced) return 'Another credential'
  return expiryTone(credential?.expires_at ?? null) === 'past' ? 'Expired' : undefined
}

function Shared({ credential }: { credential: NonNullable<ConsoleKey['credential']> }) {
  const { use, hosts, other_profiles, expires_at } = credential
  return (
    <p className="key-shared soft-xs">
      {use.kind === 'setting' ? (
        'A setting, no secret: scripts read its value.'
      ) : (
        <>
          {other_profiles > 0 && `Also used by ${countedUpTo(mostUsers, other_profiles, 'other profile')}. `}Goes to{' '}
          <span className="mono">{hosts.join(', ')}</span> only.
        </>
      )}
      {expires_at !== null && (
        <>
          {' '}
          Expires: <Expiry at={expires_at} />
        </>
      )}
    </p>
  )
}

interface FillInKeyProps {
  wanted: ConsoleKey
  /** The profile's hosts. A single one is filled in; if there are several, the operator chooses. */
  hosts: readonly string[]
  /** Each new object moves the focus to the field of the value. */
  focusRequest: object | null
}

/** The form for the value of a key. Stores the value as a credential with the key's name. */
export function FillInKey({ wanted, hosts, focusRequest }: FillInKeyProps) {
  const say = useDone()
  const { name, credential } = wanted
  const element = useRef<HTMLFormElement>(null)
  const { form, submit, error, isPending, takeOver, isOvertaken } = useCredentialForm({
    stored: credential && { name, ...credential },
    known: { name, hosts: hosts.length === 1 ? (hosts[0] ?? '') : '' },
    needsValue: true,
    onDone() {
      say(`${name} has a value now.`)
      // A key with a value has no form.
      focusPage(element.current)
    },
  })
  useEffect(() => {
    if (focusRequest !== null) form.setFocus('value')
  }, [focusRequest, form])
  return (
    <form
      ref={element}
      className="key-form"
      aria-label={`Value of ${name}`}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <CredentialFields form={form} id={name} suggestedHosts={hosts} />
      {isOvertaken && <ChangedMeanwhile name={name} onTakeOver={takeOver} />}
      <Failure error={error}>The value was not saved.</Failure>
      <div>
        <ActionButton type="submit" isOff={isPending}>
          {isPending ? 'Saving …' : 'Save value'}
        </ActionButton>
      </div>
    </form>
  )
}
