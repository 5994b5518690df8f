import { type ReactNode, useId } from 'react'

interface FilterGroupProps {
  title: string
  /** The current choice as text, or a control. */
  aside?: ReactNode
  children: ReactNode
}

/** A titled filter group under a hairline. */
export function FilterGroup({ title, aside, children }: FilterGroupProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot share its line with a control.
    <div className="filter" role="group" aria-labelledby={id}>
      <div className="filter-head">
        <h3 id={id}>{title}</h3>
        {aside}
      </div>
      {children}
    </div>
  )
}

/** The small button at the end of a group's title. */
export function HeadButton({ label, onClick, children }: { label: string; onClick: () => void; children: string }) {
  return (
    <button type="button" className="link" aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}
