import { useEffect, useRef } from 'react'
import type { CreatedAgentKey } from '#lib/agents/model/agent-key-schema.ts'
import { CopyButton } from '../../travel/results/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'

/** Shows a new key. The key is not shown again later. */
export function NewKey({ made: { slug, key }, onClose }: { made: CreatedAgentKey; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="console-box" aria-label="The new key">
      <h2 ref={heading} tabIndex={-1}>
        The key of {slug}
        <span>shown only now</span>
      </h2>
      <div className="console-text">
        <p className="agent-key-line">
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
