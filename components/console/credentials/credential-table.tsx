import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useState } from 'react'
import { useCredentials } from '#lib/console/client/use-credentials.ts'
import { type ConsoleCredential, type ConsoleCredentials, mostNamed } from '#lib/console/model/console-credential.ts'
import { Button } from '../../ui/button.tsx'
import { TableHead } from '../console-table.tsx'
import { Choice, Words } from '../filter-fields.tsx'
import { QueryState } from '../query-state.tsx'
import { Segment } from '../segment.tsx'
import { expiryNames, filterCredentials, isExpiry, isShown, type ShownKind, shownKinds } from './credential-filters.ts'
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

/** The credentials, with filters in the URL. Only one is open at a time. `page`: without filters. */
export function CredentialTable({ page: { credentials, users } }: { page: ConsoleCredentials }) {
  const [{ show, used, expires, text }, setFilters] = useQueryStates(filterParsers)
  const [open, setOpen] = useState<string | null>(null)
  const count = (which: ShownKind) => credentials.filter((one) => isShown(one, which)).length
  const chosen = { show, expires: expires !== null && isExpiry(expires) ? expires : null }
  const found = useCredentials(new URLSearchParams({ ...(used !== null && { used }), ...(text !== '' && { text }) }))
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
          options={users}
          onChoose={(value) => void setFilters({ used: value || null })}
        />
        <Choice
          label="Expires"
          value={chosen.expires ?? ''}
          options={Object.entries(expiryNames)}
          onChoose={(value) => void setFilters({ expires: value || null })}
        />
        <Words
          label="Name, host or profile"
          value={text}
          onChoose={(value) => void setFilters({ text: value || null })}
        />
        {isFiltered && (
          <Button size="sm" variant="quiet" onClick={() => void setFilters(null)}>
            Clear filters
          </Button>
        )}
      </search>
      <QueryState query={found} name="These credentials">
        {(answer) => (
          <FoundCredentials
            answer={answer}
            rows={filterCredentials(answer.credentials, chosen)}
            open={open}
            onOpen={setOpen}
          />
        )}
      </QueryState>
    </>
  )
}

interface FoundCredentialsProps {
  answer: ConsoleCredentials
  rows: readonly ConsoleCredential[]
  open: string | null
  onOpen: (name: string | null) => void
}

function FoundCredentials({ answer: { searched }, rows, open, onOpen }: FoundCredentialsProps) {
  return (
    <section className="console-box" aria-label="Credentials">
      {searched === 'newest' && (
        <p className="console-text console-quiet">
          Many profiles have this text: only the keys of the newest {mostNamed.toLocaleString('en')} of them were looked
          up.
        </p>
      )}
      <table className="console-table credential-table">
        <TableHead columns={columns} sorted={{ column: 'Name', direction: 'ascending' }} />
        <tbody>
          {rows.map((credential) => (
            <CredentialRow
              key={credential.name}
              credential={credential}
              isOpen={open === credential.name}
              onToggle={(isOpen) => onOpen(isOpen ? credential.name : null)}
            />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="console-empty">No credential matches these filters.</p>}
    </section>
  )
}
