import './people.css'
import { useRef, useState } from 'react'
import { useConsoleChange, useConsoleQuery } from '#lib/console/client/use-console.ts'
import {
  type ConsoleScope,
  ConsoleTokenList,
  ConsoleTokenView,
  type CreatedConsoleToken,
} from '#lib/platform/model/console-token.ts'
import { CopyButton } from '../../travel/results/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AskFirst } from '../ask-first.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { focusOn } from '../focus-page.ts'
import { Expiry, LastUse } from '../moment.tsx'
import { QueryState } from '../query-state.tsx'
import { Status } from '../status.tsx'
import { AddConsoleToken } from './add-console-token.tsx'

const scopeNames: Readonly<Record<ConsoleScope, string>> = {
  read: 'Read',
  skills: 'Change skills',
  profiles: 'Change profiles',
}

const looks = {
  active: { icon: 'check', tone: 'ok', text: 'Active' },
  expired: { icon: 'clock', tone: 'warn', text: 'Expired' },
  revoked: { icon: 'x', tone: 'stop', text: 'Revoked' },
  ownerless: { icon: 'x', tone: 'stop', text: 'Its owner is no operator' },
} as const

/** The tokens with which scripts use this console. The text of a token is shown once, when it is made. */
export function ConsoleTokens() {
  const query = useConsoleQuery(ConsoleTokenList, '/console-tokens')
  const [isAdding, setIsAdding] = useState(false)
  const [made, setMade] = useState<CreatedConsoleToken>()
  const adder = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsAdding(false)
    setMade(undefined)
    requestAnimationFrame(() => adder.current?.focus())
  }
  return (
    <ConsoleBox title="Tokens for scripts" note="stored as hashes, and named in the audit log">
      <div className="console-text">
        <p className="quiet">
          A script or a CI job sends a token as <span className="mono">Authorization: Bearer …</span> to the routes of
          this console. It can do only what its scopes say, until it expires or its owner is no operator any more.
        </p>
        {made ? (
          <NewToken made={made} onClose={close} />
        ) : isAdding ? (
          <AddConsoleToken onDone={setMade} onCancel={close} />
        ) : (
          <div>
            <Button ref={adder} size="sm" onClick={() => setIsAdding(true)}>
              <Icon name="plus" small />
              Make a token
            </Button>
          </div>
        )}
      </div>
      <QueryState query={query} name="The tokens">
        {({ tokens }) =>
          tokens.length > 0 && (
            <ConsoleTable className="name-table people-table" columns={columns} rows={tokens} idOf={({ id }) => id} />
          )
        }
      </QueryState>
    </ConsoleBox>
  )
}

const columns: readonly Column<ConsoleTokenView>[] = [
  {
    header: 'Token',
    isRowHeader: true,
    cell: ({ id, name, owner, state }) => (
      <>
        {name}
        <small>{owner === null ? 'of a deleted account' : `of ${owner}`}</small>
        <small className="console-mono">{id}</small>
        <small className="is-narrow">
          <Status {...looks[state]} />
        </small>
      </>
    ),
  },
  { header: 'State', from: 'tablet', cell: ({ state }) => <Status {...looks[state]} /> },
  {
    header: 'May',
    from: 'tablet',
    cell: ({ scopes }) => scopes.map((scope) => scopeNames[scope]).join(', '),
  },
  {
    header: 'Last used',
    from: 'tablet',
    cell: ({ last_used_at }) => <LastUse at={last_used_at} />,
  },
  { header: 'Expires', from: 'desktop', cell: ({ expires_at }) => <Expiry at={expires_at} /> },
  { header: 'Actions', isSpoken: true, cell: (token) => token.state === 'active' && <Revoke token={token} /> },
]

function Revoke({ token: { id, name } }: { token: ConsoleTokenView }) {
  const revoke = useConsoleChange(ConsoleTokenView, `/console-tokens/${id}/revoke`)
  const say = useDone()
  return (
    <AskFirst
      text="Revoke"
      label={`Revoke ${name}`}
      question={`Revoke ${name}?`}
      what="token"
      request={revoke}
      onSure={() => revoke.mutate(undefined, { onSuccess: () => say(`${name} is revoked.`) })}
    >
      Its next request is refused.
    </AskFirst>
  )
}

/** Shows a new token. It is not shown again later. */
const NewToken = ({ made: { name, token }, onClose }: { made: CreatedConsoleToken; onClose: () => void }) => (
  <div className="person-link">
    <h3 ref={focusOn} tabIndex={-1}>
      The token {name}, shown only now
    </h3>
    <code className="mono secret-text">{token}</code>
    <div className="action-row">
      <CopyButton isMain done="Token copied" otherwise="Select the token and copy it" text={() => token}>
        Copy token
      </CopyButton>
      <Button onClick={onClose}>Hide it</Button>
    </div>
  </div>
)
