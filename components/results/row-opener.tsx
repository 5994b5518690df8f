import { Icon } from '../ui/icon.tsx'

interface RowOpenerProps {
  /** The row in words. */
  label: string
  isOpen: boolean
  detailsId: string
  onToggle: () => void
}

/** The button of a row: opens its details, or closes them. */
export function RowOpener({ label, isOpen, detailsId, onToggle }: RowOpenerProps) {
  return (
    <button
      type="button"
      className="opener no-print"
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId : undefined}
      aria-label={`${isOpen ? 'Hide' : 'Show'} details, ${label}`}
      onClick={onToggle}
    >
      <Icon name={isOpen ? 'up' : 'down'} />
    </button>
  )
}
