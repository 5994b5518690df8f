import './people.css'
import { useState } from 'react'
import type { Person } from '#lib/console/model/console-people.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { Moment } from '../moment.tsx'
import { type Look, Status } from '../status.tsx'
import { nameOf } from './name-of.ts'
import { PersonPanel } from './person-panel.tsx'

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

/** The accounts, the newest first. Each row opens to its sign-ins, its sessions and what the operator can do. */
export function PersonTable({ people }: { people: readonly Person[] }) {
  const [open, setOpen] = useState('')
  const manage: Column<Person> = {
    header: 'Actions',
    isSpoken: true,
    cell: (person) => (
      <Button size="sm" aria-expanded={open === person.id} onClick={() => setOpen(open === person.id ? '' : person.id)}>
        {open === person.id ? 'Close' : 'Manage'}
        <span className="sr-only">
          {' '}
          {nameOf(person)}, {counted(person.sessions, 'session')}
        </span>
      </Button>
    ),
  }
  return (
    <ConsoleTable
      className="people-table"
      columns={[...columns, manage]}
      rows={people}
      idOf={({ id }) => id}
      panel={(person) => open === person.id && <PersonPanel person={person} />}
    />
  )
}
