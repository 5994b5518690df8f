import { TextLink } from '../../ui/text-link.tsx'

interface RangeLinksProps {
  links: readonly { readonly range: string; readonly href: string; readonly text: string }[]
  /** Undefined: not known yet. */
  current: string | undefined
}

/** The time ranges of a page. */
export const RangeLinks = ({ links, current }: RangeLinksProps) => (
  <nav className="overview-ranges" aria-label="Time range">
    {links.map(({ range, href, text }) => (
      <TextLink
        key={range}
        className="overview-range"
        href={href}
        aria-current={range === current ? 'true' : undefined}
      >
        {text}
      </TextLink>
    ))}
  </nav>
)
