import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useState } from 'react'
import { expiryTone } from '#lib/console/client/console-time.ts'
import { useCredentials } from '#lib/console/client/use-credentials.ts'
import { type ConsoleCredential, type ConsoleCredentials, mostNamed } from '#lib/console/model/console-credential.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { Choice, Words } from '../filter-fields.tsx'
import { focusWhenShown } from '../focus-page.ts'
import { Expiry, LastUse, Moment } from '../moment.tsx'
import { QueryState } from '../query-state.tsx'
import { Segment } from '../segment.tsx'
import { Status } from '../status.tsx'
import {
  expiryNames,
  filterCredentials,
  isExpiry,
  isShown,
  moreOf,
  type ShownKind,
  shownKinds,
  usesOf,
} from './credential-filters.ts'
import { CredentialPanel } from './credential-panel.tsx'
import { kindText } from './kinds.ts'

const Used = ({ credential }: { credential: ConsoleCredential }) =>
  usesOf(credential, ', ') || <span className="console-quiet">Not used</span>

const columns: readonly Column<ConsoleCredential>[] = [
  {
    header: 'Name',
    isRowHeader: true,
    className: 'credential-name',
    cell(credential) {
      const { name, use, hosts, value_exists, expires_at } = credential
      const expiry = expiryTone(expires_at)
      return (
        <>
          {name}
          <div className="credential-brief soft-xs is-narrow">
            <p>
              {kindText(use.kind)}
              {hosts.length > 0 && ` to ${hosts.join(', ')}`}
            </p>
            <p>
              <Used credential={credential} />
            </p>
            {(expiry === 'soon' || expiry === 'past') && <Expiry at={expires_at} />}
          </div>
          {!value_exists && <Status icon="warn" tone="warn" text="Needs a value" />}
        </>
      )
    },
  },
  { header: 'Kind', from: 'tablet', cell: ({ use }) => kindText(use.kind) },
  {
    header: 'Hosts',
    from: 'tablet',
    className: 'console-mono',
    cell: ({ hosts }) => hosts.join(' ') || <span className="console-quiet">None</span>,
  },
  {
    header: 'Used by',
    from: 'tablet',
    className: 'credential-users-cell',
    cell(credential) {
      const profiles = credential.profiles.map(({ description }) => `“${description}”`)
      const named = [...profiles, ...credential.skills, moreOf(credential)].filter(Boolean).join(', ')
      return (
        <>
          <Used credential={credential} />
          {named !== '' && <small>{named}</small>}
        </>
      )
    },
  },
  {
    header: 'Last used',
    cell: ({ last_used_at }) => <LastUse at={last_used_at} />,
  },
  { header: 'Updated', from: 'desktop', cell: ({ updated_at }) => <Moment at={updated_at} /> },
  { header: 'Expires', from: 'tablet', cell: ({ expires_at }) => <Expiry at={expires_at} /> },
]

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
      <search className="console-filters flow">
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
  const edit: Column<ConsoleCredential> = {
    header: 'Actions',
    isSpoken: true,
    className: 'is-number',
    cell({ name }) {
      const isOpen = open === name
      return (
        <button
          id={`edit-${name}`}
          type="button"
          className="link"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Edit'} ${name}`}
          onClick={() => onOpen(isOpen ? null : name)}
        >
          {isOpen ? 'Close' : 'Edit'}
        </button>
      )
    },
  }
  return (
    <section className="console-box" aria-label="Credentials">
      {searched === 'newest' && (
        <p className="console-text console-quiet">
          Many profiles have this text: only the keys of the newest {mostNamed.toLocaleString('en')} of them were looked
          up.
        </p>
      )}
      <ConsoleTable
        className="credential-table"
        columns={[...columns, edit]}
        sorted={{ column: 'Name', direction: 'ascending' }}
        rows={rows}
        idOf={({ name }) => name}
        panel={(credential) =>
          open === credential.name && (
            <CredentialPanel
              credential={credential}
              onClose={() => {
                onOpen(null)
                focusWhenShown(`edit-${credential.name}`)
              }}
            />
          )
        }
      />
      {rows.length === 0 && <p className="console-empty">No credential matches these filters.</p>}
    </section>
  )
}
