import { withoutHidden } from '#runner/contract/hidden-text.ts'

/** Text that an agent wrote, labelled as such. It is never rendered as markup, and hidden characters are left out. */
export function AgentWords({ children, inline = false }: { children: string; inline?: boolean }) {
  const words = withoutHidden(children)
  if (words === '') return <span className="console-quiet">The agent gave no reason.</span>
  if (inline) {
    return (
      <p className="agent-line">
        <span>Agent: </span>“{words}”
      </p>
    )
  }
  return (
    <figure className="agent-words">
      <figcaption>In the agent’s words</figcaption>
      <blockquote>{words}</blockquote>
    </figure>
  )
}
