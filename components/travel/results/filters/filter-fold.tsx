import { type ReactNode, useState } from 'react'
import { inList } from '#lib/travel/model/in-list.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useTexts } from '../../../ui/texts.tsx'

interface FilterFoldProps {
  title: string
  /** The active filters inside, in words. */
  active: readonly string[]
  /** One or more filter groups. */
  children: ReactNode
}

/** Filters behind one line with their value. A line with active filters starts open. */
export function FilterFold({ title, active, children }: FilterFoldProps) {
  const t = useTexts('results')
  const [isOpen, setOpen] = useState(active.length > 0)
  return (
    <div className={classes('fold', isOpen && 'is-open')}>
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {title}
          <span className="fold-value">{inList(active, t) || t('any')}</span>
          <Icon name={isOpen ? 'up' : 'down'} small />
        </button>
      </h3>
      {isOpen && children}
    </div>
  )
}
