/** Text that an agent wrote, labelled as such. It is never rendered as markup. */
export function AgentWords({ children, inline = false }: { children: string; inline?: boolean }) {
  if (children === '') return <span className="console-quiet">The agent gave no reason.</span>
  if (inline) {
    return (
      <p className="agent-line">
        <span>Agent: </span>“{children}”
      </p>
    )
  }
  return (
    <figure className="agent-words">
      <figcaption>In the agent’s words</figcaption>
      <blockquote>{children}</blockquote>
    </figure>
  )
}
