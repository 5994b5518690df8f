import './people.css'
import { useRef, useState } from 'react'
import type { Person } from '#lib/console/model/console-people.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { TableHead } from '../console-table.tsx'
import { Moment } from '../moment.tsx'
import { type Look, Status } from '../status.tsx'
import { nameOf } from './name-of.ts'
import { PersonPanel } from './person-panel.tsx'

const columns = [
  { header: 'Person' },
  { header: 'May', from: 'tablet' },
  { header: 'Signs in with', from: 'desktop' },
  { header: 'Last sign-in', from: 'tablet' },
  { header: 'Sessions', from: 'tablet' },
  { header: 'Account made', from: 'desktop' },
  { header: 'Actions', isSpoken: true },
] as const

/** The accounts, the newest first. Each row opens to its sign-ins, its sessions and what the operator can do. */
export function PersonTable({ people }: { people: readonly Person[] }) {
  const [open, setOpen] = useState('')
  return (
    <table className="console-table people-table">
      <TableHead columns={columns} />
      <tbody>
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isOpen={open === person.id}
            onToggle={() => setOpen(open === person.id ? '' : person.id)}
          />
        ))}
      </tbody>
    </table>
  )
}

const lookOf = ({ is_disabled, role }: Person): Look =>
  is_disabled
    ? { icon: 'x', tone: 'stop', text: 'Disabled' }
    : role === 'operator'
      ? { icon: moreIcons.shield, tone: 'info', text: 'Operator' }
      : { icon: 'person', tone: 'plain', text: 'Traveler' }

const SignedIn = ({ at }: { at: string | null }) =>
  at === null ? <span className="console-quiet">never</span> : <Moment at={at} />

interface PersonRowProps {
  person: Person
  isOpen: boolean
  onToggle: () => void
}

function PersonRow({ person, isOpen, onToggle }: PersonRowProps) {
  const { id, email, is_self, has_password, providers, signed_in_at, sessions, seen_at, created_at } = person
  const toggle = useRef<HTMLButtonElement>(null)
  const ways = [...(has_password ? ['password'] : []), ...providers.map((issuer) => new URL(issuer).host)]
  return (
    <>
      <tr>
        <th scope="row">
          {nameOf(person)}
          {is_self && <span className="console-quiet"> (you)</span>}
          {email !== null && email !== nameOf(person) && <small>{email}</small>}
          <small className="console-mono">{id}</small>
          <small className="is-narrow">
            <Status {...lookOf(person)} />, last sign-in <SignedIn at={signed_in_at} />
          </small>
        </th>
        <td className="is-second">
          <Status {...lookOf(person)} />
        </td>
        <td className="is-third">{ways.length === 0 ? 'Nothing' : ways.join(', ')}</td>
        <td className="is-second">
          <SignedIn at={signed_in_at} />
        </td>
        <td className="is-second">
          {sessions === 0 ? <span className="console-quiet">None</span> : sessions}
          {sessions > 0 && seen_at !== null && (
            <small>
              seen <Moment at={seen_at} />
            </small>
          )}
        </td>
        <td className="is-third">
          <Moment at={created_at} precision="day" />
        </td>
        <td>
          <Button ref={toggle} size="sm" aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? 'Close' : 'Manage'}
            <span className="sr-only">
              {' '}
              {nameOf(person)}, {counted(sessions, 'session')}
            </span>
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr className="is-panel">
          <td colSpan={columns.length}>
            <PersonPanel person={person} />
          </td>
        </tr>
      )}
    </>
  )
}
