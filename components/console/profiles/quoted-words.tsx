import { withoutHidden } from '#runner/contract/hidden-text.ts'

interface QuotedWordsProps {
  children: string
  by?: 'agent' | 'operator'
  /** In one line: of an agent. */
  inline?: boolean
}

/** Text with the one who wrote it. It is never rendered as markup, and hidden characters are left out. */
export function QuotedWords({ children, by = 'agent', inline = false }: QuotedWordsProps) {
  const words = withoutHidden(children)
  if (words === '') return <span className="console-quiet">The agent gave no reason.</span>
  if (inline) {
    return (
      <p className="agent-line soft">
        <span>Agent: </span>“{words}”
      </p>
    )
  }
  return (
    <figure className="agent-words">
      <figcaption>In the {by}’s words</figcaption>
      <blockquote>{words}</blockquote>
    </figure>
  )
}
