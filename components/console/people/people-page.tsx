'use client'

import './people.css'
import { PeoplePage as Answer, PeopleQuery, type Person } from '#lib/console/model/console-people.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import type { Column } from '../console-table.tsx'
import { Words } from '../filter-fields.tsx'
import { Moment } from '../moment.tsx'
import { ResourcePage } from '../resources/resource-page.tsx'
import { type Look, Status } from '../status.tsx'
import { ConsoleTokens } from './console-tokens.tsx'
import { nameOf, PersonPanel } from './person-panel.tsx'

const lookOf = ({ is_disabled, role }: Person): Look =>
  is_disabled
    ? { icon: 'x', tone: 'stop', text: 'Disabled' }
    : role === 'operator'
      ? { icon: moreIcons.shield, tone: 'info', text: 'Operator' }
      : { icon: 'person', tone: 'plain', text: 'Traveler' }

const SignedIn = ({ at }: { at: string | null }) =>
  at === null ? <span className="console-quiet">never</span> : <Moment at={at} />

const columns: readonly Column<Person>[] = [
  {
    header: 'Person',
    isRowHeader: true,
    cell(person) {
      const { id, email, is_self, signed_in_at } = person
      return (
        <>
          {nameOf(person)}
          {is_self && <span className="console-quiet"> (you)</span>}
          {email !== null && email !== nameOf(person) && <small>{email}</small>}
          <small className="console-mono">{id}</small>
          <small className="is-narrow">
            <Status {...lookOf(person)} />, last sign-in <SignedIn at={signed_in_at} />
          </small>
        </>
      )
    },
  },
  { header: 'May', from: 'tablet', cell: (person) => <Status {...lookOf(person)} /> },
  {
    header: 'Signs in with',
    from: 'desktop',
    cell: ({ has_password, providers }) =>
      [...(has_password ? ['password'] : []), ...providers.map((issuer) => new URL(issuer).host)].join(', ') ||
      'Nothing',
  },
  { header: 'Last sign-in', from: 'tablet', cell: ({ signed_in_at: at }) => <SignedIn at={at} /> },
  {
    header: 'Sessions',
    from: 'tablet',
    cell: ({ sessions, seen_at }) => (
      <>
        {sessions === 0 ? <span className="console-quiet">None</span> : sessions}
        {sessions > 0 && seen_at !== null && (
          <small>
            seen <Moment at={seen_at} />
          </small>
        )}
      </>
    ),
  },
  { header: 'Account made', from: 'desktop', cell: ({ created_at }) => <Moment at={created_at} precision="day" /> },
]

/** Who has an account, the newest first, and who operates this app; and the tokens of scripts. */
export const PeoplePage = () => (
  <ResourcePage
    title="People"
    note="Everybody with an account. Operators may do everything in this console; guests are not listed."
    path="/people"
    answer={Answer}
    query={PeopleQuery.shape}
    filters={(fieldOf) => {
      const { value: role, onChoose } = fieldOf('role')
      return (
        <>
          <Words label="Name or address" {...fieldOf('text')} />
          <Button
            size="sm"
            aria-pressed={role === 'operator'}
            onClick={() => onChoose(role === 'operator' ? '' : 'operator')}
          >
            Operators only
          </Button>
        </>
      )
    }}
    clearText="Show everybody"
    heading="Accounts"
    className="name-table people-table"
    columns={columns}
    rowsOf={({ people }) => people}
    idOf={({ id }) => id}
    nextOf={({ next }) => next}
    opens={{
      text: 'Manage',
      closeText: 'Close',
      about: (person) => `${nameOf(person)}, ${counted(person.sessions, 'session')}`,
      panel: (person) => <PersonPanel person={person} />,
    }}
    empty={({ isFiltered }) => (isFiltered ? 'Nobody matches these filters.' : 'Nobody has an account yet.')}
    foot={<ConsoleTokens />}
  />
)
