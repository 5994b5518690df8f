import { Icon } from '../../ui/icon.tsx'
import { useTexts } from '../../ui/texts.tsx'

interface StepperProps {
  label: string
  hint: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** A count between two buttons. A button stays focusable at its limit, so that the focus is never lost. */
export function Stepper({ label, hint, value, min, max, onChange }: StepperProps) {
  const t = useTexts('search')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row in every browser.
    <div className="stepper" role="group" aria-label={label}>
      <span>
        <span className="stepper-label">{label}</span>
        <span className="stepper-hint">{hint}</span>
      </span>
      <button
        type="button"
        className="stepper-button middle"
        aria-label={t('fewer', { label })}
        aria-disabled={value <= min}
        onClick={() => value > min && onChange(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        className="stepper-button middle"
        aria-label={t('more', { label })}
        aria-disabled={value >= max}
        onClick={() => value < max && onChange(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}
