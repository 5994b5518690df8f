import { useState } from 'react'
import type { ConsoleCredential } from '#lib/shared/console-credential.ts'
import { Segment } from '../segment.tsx'
import { CredentialRow } from './credential-row.tsx'

type Shown = 'all' | 'secrets' | 'plain'

const isShown = ({ use }: ConsoleCredential, shown: Shown): boolean =>
  shown === 'all' || (use.kind === 'setting') === (shown === 'plain')

/** Whether name, hosts or users contain the text. */
const matches = ({ name, hosts, profiles, skills, description }: ConsoleCredential, text: string): boolean =>
  [name, description, ...hosts, ...skills, ...profiles.map((profile) => profile.description)].some((part) =>
    part.toLowerCase().includes(text.trim().toLowerCase()),
  )

interface CredentialTableProps {
  credentials: readonly ConsoleCredential[]
  onDone: (sentence: string) => void
}

/** The credentials, of which one is open at a time. */
export function CredentialTable({ credentials, onDone }: CredentialTableProps) {
  const [shown, setShown] = useState<Shown>('all')
  const [text, setText] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  const count = (which: Shown) => credentials.filter((one) => isShown(one, which)).length
  const rows = credentials.filter((one) => isShown(one, shown) && matches(one, text))
  return (
    <>
      <search className="console-filters">
        <Segment
          label="Show"
          name="shown"
          value={shown}
          options={[
            { value: 'all', text: `All ${count('all')}` },
            { value: 'secrets', text: `Secrets ${count('secrets')}` },
            { value: 'plain', text: `Plain text ${count('plain')}` },
          ]}
          onChange={setShown}
        />
        <input
          className="field-input"
          type="search"
          aria-label="Search name, host or profile"
          placeholder="Search name, host or profile"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </search>
      <section className="console-box" aria-label="Credentials">
        <table className="console-table credential-table">
          <thead>
            <tr>
              <th aria-sort="ascending">Name</th>
              <th className="is-second">Kind</th>
              <th className="is-second">Hosts</th>
              <th>Used by</th>
              <th className="is-second">Last used</th>
              <th className="is-third">Updated</th>
              <th className="is-second">Expires</th>
              <th>
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((credential) => (
              <CredentialRow
                key={credential.name}
                credential={credential}
                isOpen={open === credential.name}
                onToggle={(isOpen) => setOpen(isOpen ? credential.name : null)}
                onDone={onDone}
              />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="console-empty">No credential matches. Clear the search, or show all.</p>}
      </section>
    </>
  )
}
