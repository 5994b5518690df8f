import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field-error.tsx'

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: ReactNode
  hint?: string
  /** The error under the field; absent or empty if the field is valid. */
  error?: string | undefined
}

/** A labelled input whose hint and error are linked by id. */
export function TextField({ label, hint, error, ...rest }: TextFieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="field-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
