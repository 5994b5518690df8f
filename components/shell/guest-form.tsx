import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'

interface GuestFormProps {
  /** Makes the guest session; reads `next` from the form. */
  action: (form: FormData) => Promise<void>
  /** Where to go on to. */
  next: string
  variant?: 'plain' | 'accent'
  children: ReactNode
}

/** One click in, or the way to an account. It is a plain form: it works before any script has loaded. */
export function GuestForm({ action, next, variant = 'plain', children }: GuestFormProps) {
  return (
    <form action={action} className="guest-row">
      <input type="hidden" name="next" value={next} />
      <Button type="submit" variant={variant}>
        {children}
      </Button>
      <ButtonLink variant="quiet" href={`/sign-in?${new URLSearchParams({ next })}`}>
        Sign in
      </ButtonLink>
    </form>
  )
}
