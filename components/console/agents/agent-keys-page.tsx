'use client'

import { useEffect, useRef, useState } from 'react'
import type { CreatedAgentKey } from '#lib/agents/model/agent-key-schema.ts'
import { useAgentKeys } from '#lib/console/client/use-agent-keys.ts'
import { CopyButton } from '../../travel/results/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { ConsolePage, type DoneNote, EmptyList } from '../console-page.tsx'
import { QueryState } from '../query-state.tsx'
import { AddAgentKey } from './add-agent-key.tsx'
import { AgentKeyTable } from './agent-key-table.tsx'

/** The keys with which agents call skills. The value of a key is shown once, when it is made. */
export function AgentKeysPage() {
  const query = useAgentKeys()
  const [isAdding, setIsAdding] = useState(false)
  const [made, setMade] = useState<CreatedAgentKey>()
  const [done, setDone] = useState<DoneNote>('')
  const adder = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsAdding(false)
    adder.current?.focus()
  }
  return (
    <ConsolePage
      title="Agent keys"
      end={
        <Button
          ref={adder}
          size="sm"
          aria-expanded={isAdding}
          onClick={() => {
            setIsAdding(!isAdding)
            setMade(undefined)
            setDone('')
          }}
        >
          <Icon name="plus" small />
          Make a key
        </Button>
      }
      note="With a key an agent calls skills: over HTTP, MCP or the phone. A key is stored as a hash and shown only once."
      done={done}
      onDone={setDone}
    >
      {made && (
        <NewKey
          made={made}
          onClose={() => {
            setMade(undefined)
            adder.current?.focus()
          }}
        />
      )}
      <QueryState query={query} name="Agent keys">
        {({ keys, skills }) => (
          <>
            {isAdding && (
              <AddAgentKey
                skills={skills}
                onCancel={close}
                onDone={(created) => {
                  setIsAdding(false)
                  setMade(created)
                }}
              />
            )}
            {keys.length === 0 ? (
              <EmptyList label="No agent keys">
                <b>No agent has a key yet.</b> Make the first one, and choose the few skills that its agent needs.
              </EmptyList>
            ) : (
              <AgentKeyTable keys={keys} />
            )}
          </>
        )}
      </QueryState>
    </ConsolePage>
  )
}

/** Shows a new key. The key is not shown again later. */
function NewKey({ made: { slug, key }, onClose }: { made: CreatedAgentKey; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="console-box" aria-label="The new key">
      <h2 ref={heading} tabIndex={-1}>
        The key of {slug}
        <span>shown only now</span>
      </h2>
      <div className="console-text">
        <p className="agent-key-line row">
          <Icon name={moreIcons.key} small />
          <code className="mono agent-key-value">{key}</code>
        </p>
        <p className="quiet">
          Give it to the agent, as the header <span className="mono">Authorization: Bearer …</span> of its calls to{' '}
          <span className="mono">/api/agents/{slug}/tools</span> or <span className="mono">/mcp</span>. If it gets lost,
          revoke it and make another one.
        </p>
        <div className="action-row">
          <CopyButton isMain done="Key copied" otherwise="Select the key and copy it" text={() => key}>
            Copy key
          </CopyButton>
          <Button onClick={onClose}>Hide it</Button>
        </div>
      </div>
    </section>
  )
}
