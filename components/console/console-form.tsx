import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from '../ui/button.tsx'
import { ActionButton } from './action-button.tsx'
import { Failure } from './failure.tsx'

interface ConsoleFormProps {
  /** Its accessible name. */
  label?: string
  className?: string
  onSubmit: () => unknown
  /** On its button, and on it while the form is sent. */
  submit: readonly [text: ReactNode, busy: ReactNode]
  variant?: ComponentProps<typeof Button>['variant']
  isBusy: boolean
  /** Something is missing. */
  isOff?: boolean
  /** The id of the words that say what is missing. */
  offId?: string | undefined
  error?: Error | null | undefined
  /** What was not done: "No key was made." */
  failure?: string
  onCancel?: () => void
  cancelText?: string
  /** Escape cancels, too. */
  escapes?: boolean
  /** Stands beside the buttons. */
  end?: ReactNode
  children: ReactNode
}

/** A form with its refusal and its buttons. It is sent once at a time, and checked by its schema, not by the browser. */
export function ConsoleForm({
  label,
  className = 'console-form',
  onSubmit,
  submit: [text, busy],
  variant = 'accent',
  isBusy,
  isOff = false,
  offId,
  error,
  failure,
  onCancel,
  cancelText = 'Cancel',
  escapes = false,
  end,
  children,
}: ConsoleFormProps) {
  return (
    <form
      className={className}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && !isOff) onSubmit()
      }}
      onKeyDown={({ key }) => {
        if (escapes && key === 'Escape') onCancel?.()
      }}
    >
      {children}
      {failure && <Failure error={error}>{failure}</Failure>}
      <div className="action-row">
        <ActionButton type="submit" variant={variant} isOff={isBusy || isOff} aria-describedby={offId}>
          {isBusy ? busy : text}
        </ActionButton>
        {end}
        {onCancel && <Button onClick={onCancel}>{cancelText}</Button>}
      </div>
    </form>
  )
}

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & {
  label: string
  options: readonly (readonly [value: string, text: string])[]
}

/** A labelled choice in a form. */
export const SelectField = ({ label, options, ...rest }: SelectFieldProps) => (
  <label className="field">
    <span className="field-label">{label}</span>
    <select className="field-input" {...rest}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

/** A labelled box to tick. */
export const CheckField = ({ children, ...rest }: ComponentProps<'input'>) => (
  <label className="check">
    <input type="checkbox" {...rest} />
    <span>{children}</span>
  </label>
)

/** A labelled field for several lines. */
export function TextArea({
  label,
  hint,
  className,
  ...rest
}: ComponentProps<'textarea'> & { label: string; hint: string }) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea id={id} className={`field-input ${className ?? ''}`.trim()} aria-describedby={`${id}-hint`} {...rest} />
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
    </div>
  )
}
