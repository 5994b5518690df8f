import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useState } from 'react'
import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import { Button } from '../../ui/button.tsx'
import { TableHead } from '../console-table.tsx'
import { Choice } from '../filter-fields.tsx'
import { Segment } from '../segment.tsx'
import {
  expiryNames,
  filterCredentials,
  isExpiry,
  isShown,
  type ShownKind,
  shownKinds,
  usersOf,
} from './credential-filters.ts'
import { CredentialRow } from './credential-row.tsx'

const columns = [
  { header: 'Name' },
  { header: 'Kind', from: 'tablet' },
  { header: 'Hosts', from: 'tablet' },
  { header: 'Used by', from: 'tablet' },
  { header: 'Last used' },
  { header: 'Updated', from: 'desktop' },
  { header: 'Expires', from: 'tablet' },
  { header: 'Actions', isSpoken: true },
] as const

const filterParsers = {
  show: parseAsStringLiteral(shownKinds).withDefault('all'),
  used: parseAsString,
  expires: parseAsString,
  text: parseAsString.withDefault(''),
}

/** The credentials, with filters in the URL. Only one is open at a time. */
export function CredentialTable({ credentials }: { credentials: readonly ConsoleCredential[] }) {
  const [{ show, used, expires, text }, setFilters] = useQueryStates(filterParsers)
  const [open, setOpen] = useState<string | null>(null)
  const count = (which: ShownKind) => credentials.filter((one) => isShown(one, which)).length
  const chosen = { show, used, text, expires: expires !== null && isExpiry(expires) ? expires : null }
  const rows = filterCredentials(credentials, chosen)
  const isFiltered = show !== 'all' || used !== null || expires !== null || text !== ''
  return (
    <>
      <search className="console-filters">
        <Segment
          label="Show"
          name="shown"
          value={show}
          options={[
            { value: 'all', text: `All ${count('all')}` },
            { value: 'secrets', text: `Secrets ${count('secrets')}` },
            { value: 'settings', text: `Settings ${count('settings')}` },
          ]}
          onChange={(value) => void setFilters({ show: value })}
        />
        <Choice
          label="Used by"
          value={used ?? ''}
          options={usersOf(credentials)}
          onChoose={(value) => void setFilters({ used: value || null })}
        />
        <Choice
          label="Expires"
          value={chosen.expires ?? ''}
          options={Object.entries(expiryNames)}
          onChoose={(value) => void setFilters({ expires: value || null })}
        />
        <input
          className="field-input"
          type="search"
          aria-label="Search name, host or profile"
          placeholder="Search name, host or profile"
          value={text}
          onChange={(event) => void setFilters({ text: event.target.value })}
        />
        {isFiltered && (
          <Button size="sm" variant="quiet" onClick={() => void setFilters(null)}>
            Clear filters
          </Button>
        )}
      </search>
      <section className="console-box" aria-label="Credentials">
        <table className="console-table credential-table">
          <TableHead columns={columns} sorted={{ column: 'Name', direction: 'ascending' }} />
          <tbody>
            {rows.map((credential) => (
              <CredentialRow
                key={credential.name}
                credential={credential}
                isOpen={open === credential.name}
                onToggle={(isOpen) => setOpen(isOpen ? credential.name : null)}
              />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="console-empty">No credential matches these filters.</p>}
      </section>
    </>
  )
}
