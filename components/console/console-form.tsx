import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { moreIcons } from '../ui/more-icons.ts'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'

interface ConsoleFormProps {
  /** Its accessible name. */
  label?: string
  className?: string
  onSubmit: () => unknown
  /** The text of its button, and that while the form is sent. */
  submit: readonly [text: ReactNode, busy: ReactNode]
  variant?: ComponentProps<typeof Button>['variant']
  isBusy: boolean
  /** The form cannot be sent, because something is missing. */
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

type ActionButtonProps = Omit<ComponentProps<typeof Button>, 'disabled' | 'aria-disabled'> & {
  /** Pressing it does nothing: what it began has not ended, or something is missing. */
  isOff: boolean
}

/** A button that is off at times. It stays enabled for the browser, because a disabled button loses the focus for good. */
export function ActionButton({ isOff, onClick, ...rest }: ActionButtonProps) {
  return (
    <Button
      {...rest}
      aria-disabled={isOff}
      onClick={(event) => {
        // Otherwise it would send its form, also when Enter is pressed in a field.
        if (isOff) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

/** Announces what an action did not do, and why. Without an error: nothing. */
export const Failure = ({ error, children }: { error: Error | null | undefined; children: ReactNode }) =>
  error && (
    <Notice tone="stop" role="alert">
      {children} {error.message}
    </Notice>
  )

/** A field for a secret value. A button shows the typed value. No browser stores or completes it. */
export function SecretField(props: ComponentProps<typeof TextField>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="secret-field">
      <TextField
        {...props}
        className="field-input mono"
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="off"
        spellCheck={false}
      />
      <button
        type="button"
        className="secret-field-eye middle"
        aria-pressed={isShown}
        aria-label={`Show what is typed for ${String(props.label).toLowerCase()}`}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon name={moreIcons.eye} />
      </button>
    </div>
  )
}

/** The fields that somebody has typed since `saved` was sent. A field that is saved as it is shows the stored value again. */
export function unsavedFields<Fields extends object>(typed: Fields, saved: Fields): Fields {
  const unsaved = { ...typed }
  for (const name in saved) if (unsaved[name] === saved[name]) delete unsaved[name]
  return unsaved
}
