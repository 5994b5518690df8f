import { ButtonLink } from '../ui/button.tsx'
import { ConsolePage } from './console-page.tsx'

/** The 404 page of the console. `way`: the page to continue with. */
export function NotInConsole({ way }: { way: { href: string; text: string } }) {
  return (
    <ConsolePage title="There is nothing at this address">
      <div className="console-box console-text">
        <p>Check the address for typing errors.</p>
        <p>
          <ButtonLink size="sm" href={way.href}>
            {way.text}
          </ButtonLink>
        </p>
      </div>
    </ConsolePage>
  )
}
