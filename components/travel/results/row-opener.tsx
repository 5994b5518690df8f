import { Icon } from '../../ui/icon.tsx'

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
