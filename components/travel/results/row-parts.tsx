import type { ReactNode } from 'react'
import type { Found } from '#lib/travel/model/results/found.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Age } from './age.tsx'
import { DataBadge } from './data-badge.tsx'

interface RowSourceProps {
  offer: Found
  provider: string
  /** Whether the rows of the list have different kinds of data. */
  isMixed?: boolean | undefined
}

/**
 * The source of a row: the provider and the age. Sample data have no provider. The page marks all rows as sample or test
 * data at once; only a list that mixes them marks each row.
 */
export function RowSource({ offer, provider, isMixed = false }: RowSourceProps) {
  const { data, fetchedAtMs, cached } = offer
  return (
    <>
      {isMixed && <DataBadge data={data} />}
      <span className="facts-source">
        {data !== 'sample' && (
          <>
            {provider}
            <i className="dot" aria-hidden="true" />
          </>
        )}
        <Age atMs={fetchedAtMs} cached={cached} />
      </span>
    </>
  )
}

interface RowOpenerProps {
  /** What a press does, with the row's description. */
  label: string
  isOpen: boolean
  detailsId: string
  onToggle: () => void
  /** The press is likely: the pointer or the focus is on the button. */
  onNear: () => void
}

/** The button that opens and closes a row's details. */
export function RowOpener({ label, isOpen, detailsId, onToggle, onNear }: RowOpenerProps) {
  return (
    <button
      type="button"
      className="opener middle no-print"
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId : undefined}
      aria-label={label}
      onClick={onToggle}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <Icon name={isOpen ? 'up' : 'down'} />
    </button>
  )
}

/** One of the terms of a fare or a stay. */
export function Note({ icon = 'info', children }: { icon?: IconName; children: ReactNode }) {
  return (
    <p>
      <Icon name={icon} small />
      <span>{children}</span>
    </p>
  )
}
