import { type ReactNode, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useTexts } from '../../../ui/texts.tsx'

interface FilterFoldProps {
  title: string
  /** The active filters inside. */
  value: readonly ReactNode[]
  /** One or more filter groups. */
  children: ReactNode
}

/** Filters behind one line with their value. A line with active filters starts open. */
export function FilterFold({ title, value, children }: FilterFoldProps) {
  const t = useTexts('results')
  const [isOpen, setOpen] = useState(value.length > 0)
  return (
    <div className={classes('fold', isOpen && 'is-open')}>
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {title}
          <span className="fold-value">{value.length > 0 ? value : t('any')}</span>
          <Icon name={isOpen ? 'up' : 'down'} small />
        </button>
      </h3>
      {isOpen && children}
    </div>
  )
}
