import { type ReactNode, useState } from 'react'
import { useConsoleChange, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { Done } from '#lib/console/model/console-executions.ts'
import { type Person, type PersonChange, PersonDetail, ResetLink } from '#lib/console/model/console-people.ts'
import { CopyButton } from '../../travel/results/copy-button.tsx'
import { ActionButton, Failure } from '../console-form.tsx'
import { useDone } from '../console-page.tsx'
import { Moment } from '../moment.tsx'
import { QueryState } from '../query-state.tsx'
import { RevokeQuestion } from '../revoke-question.tsx'

/** How people are called here: by the name, else by the address. */
export const nameOf = ({ name, email }: Person): string => name ?? email ?? 'Without a name'

type Words = {
  /** The button that asks. */
  ask: string
  verb: { do: string; doing: string; done: string }
  what: string
  effect: string
  /** What the page says afterwards, after the name. */
  said: string
}

const words: Readonly<Record<PersonChange, Words>> = {
  make_operator: {
    ask: 'Make operator',
    verb: { do: 'Make', doing: 'Making', done: 'made' },
    what: 'operator',
    effect: 'An operator sees and changes everything in this console. The person signs in again.',
    said: 'is an operator now.',
  },
  unmake_operator: {
    ask: 'Withdraw operator rights',
    verb: { do: 'Withdraw', doing: 'Withdrawing', done: 'withdrawn' },
    what: 'rights',
    effect: 'The account stays as that of a traveler. Its tokens for scripts stop working.',
    said: 'is no operator any more.',
  },
  end_sessions: {
    ask: 'End sessions',
    verb: { do: 'End', doing: 'Ending', done: 'ended' },
    what: 'sessions',
    effect: 'The person is signed out in every browser, and can sign in again.',
    said: 'is signed out everywhere.',
  },
  disable: {
    ask: 'Disable account',
    verb: { do: 'Disable', doing: 'Disabling', done: 'disabled' },
    what: 'account',
    effect: 'The person is signed out in every browser and cannot sign in. Trips and searches are kept.',
    said: 'is disabled.',
  },
  enable: {
    ask: 'Enable account',
    verb: { do: 'Enable', doing: 'Enabling', done: 'enabled' },
    what: 'account',
    effect: 'The person can sign in again.',
    said: 'can sign in again.',
  },
}

const changesOf = ({ role, is_disabled, sessions }: Person): readonly PersonChange[] => [
  ...(sessions > 0 ? ['end_sessions' as const] : []),
  role === 'operator' ? 'unmake_operator' : 'make_operator',
  is_disabled ? 'enable' : 'disable',
]

/** What the operator can do with an account, its sessions, and when the person signed in. */
export function PersonPanel({ person }: { person: Person }) {
  const query = useConsoleQuery(PersonDetail, `/people/${person.id}`)
  return (
    <div className="person-panel">
      <Changes person={person} />
      <QueryState query={query} name="The sign-ins">
        {(detail) => <SignIns detail={detail} />}
      </QueryState>
    </div>
  )
}

function Changes({ person }: { person: Person }) {
  const { id, has_password, is_self } = person
  const [asked, setAsked] = useState<PersonChange>()
  const change = useConsoleChange(Done, `/people/${id}`, { body: (one: PersonChange) => ({ change: one }) })
  const say = useDone()
  const text = asked && words[asked]
  return (
    <div className="person-actions">
      <div className="action-row">
        {changesOf(person).map((one) => (
          <ActionButton
            key={one}
            size="sm"
            isOff={change.isPending}
            aria-expanded={one === asked}
            onClick={() => setAsked(one)}
          >
            {words[one].ask}
          </ActionButton>
        ))}
        {has_password && <ResetLinkButton id={id} />}
      </div>
      {text && (
        <RevokeQuestion
          key={asked}
          question={`${text.ask}: ${nameOf(person)}?`}
          what={text.what}
          verb={text.verb}
          isMany={text.what.endsWith('s')}
          request={change}
          onKeep={() => setAsked(undefined)}
          onRevoke={() =>
            change.mutate(asked, {
              onSuccess() {
                setAsked(undefined)
                say(`${nameOf(person)} ${text.said}`)
              },
            })
          }
        >
          {text.effect}
          {is_self && asked !== 'enable' && ' This is your own account: you are signed out.'}
        </RevokeQuestion>
      )}
    </div>
  )
}

/** Makes a link with which the person sets a new password. The link is shown only here. */
function ResetLinkButton({ id }: { id: string }) {
  // Only this answer contains the link.
  const make = useConsoleChange(ResetLink, `/people/${id}/reset-link`)
  if (make.data === undefined) {
    return (
      <>
        <ActionButton size="sm" isOff={make.isPending} onClick={() => make.mutate()}>
          {make.isPending ? 'Making …' : 'Make reset link'}
        </ActionButton>
        <Failure error={make.error}>No link was made.</Failure>
      </>
    )
  }
  const { link } = make.data
  return (
    <div className="person-link" role="status">
      <p>
        Whoever opens this link within 24 hours can set the password of the account. The app does not send it: give it
        to the person yourself.
      </p>
      <code className="mono secret-text">{link}</code>
      <CopyButton isMain done="Link copied" otherwise="Select the link and copy it" text={() => link}>
        Copy link
      </CopyButton>
    </div>
  )
}

function SignIns({ detail: { sign_ins, sessions } }: { detail: PersonDetail }) {
  return (
    <div className="person-facts">
      <FactList title="Sign-ins, the latest first" label="Sign-ins" none="None is recorded.">
        {sign_ins.map(({ id, at, method }) => (
          <li key={id}>
            <Moment at={at} /> {method === 'password' ? 'with the password' : 'at the provider'}
          </li>
        ))}
      </FactList>
      <FactList title="Valid sessions" label="Sessions" none="None: the person is signed out.">
        {sessions.map(({ id, seen_at, user_agent }) => (
          <li key={id}>
            seen <Moment at={seen_at} />
            <small>{user_agent ?? 'A program without a name'}</small>
          </li>
        ))}
      </FactList>
    </div>
  )
}

type FactListProps = { title: string; label: string; none: string; children: readonly ReactNode[] }

const FactList = ({ title, label, none, children }: FactListProps) => (
  <section aria-label={label}>
    <h3>{title}</h3>
    {children.length === 0 ? <p className="console-quiet">{none}</p> : <ul>{children}</ul>}
  </section>
)
