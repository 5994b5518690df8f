import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'

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
