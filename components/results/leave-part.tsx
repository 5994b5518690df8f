import { Button } from '../ui/button.tsx'
import { lazily } from '../ui/lazily.tsx'

/** Loaded only for live offers with a link to a seller. */
export const LeavePart = lazily(
  async () => (await import('./leave.tsx')).Leave,
  ({ children }) => (
    <Button variant="accent" aria-disabled>
      {children}
    </Button>
  ),
)
