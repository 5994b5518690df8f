import { Button } from '../../ui/button.tsx'
import { lazily } from '../../ui/lazily.tsx'

/** Loaded only for open rows of offers that are not generated. */
export const LeavePart = lazily(
  async () => (await import('./leave.tsx')).Leave,
  ({ children, href }) => (
    <Button variant={href ? 'accent' : 'plain'} aria-disabled>
      {children}
    </Button>
  ),
)
