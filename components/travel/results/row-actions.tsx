import type { Said } from '#lib/platform/client/said.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import type { CalendarFile } from '#lib/travel/model/calendar-file.ts'
import type { OwnSite } from '#lib/travel/model/own-sites.ts'
import type { Found } from '#lib/travel/model/results/found.ts'
import { Button } from '../../ui/button.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { CopyButton } from './copy-button.tsx'
import type { AskPrice } from './leave.tsx'
import { PressButton, pressFailed } from './press-button.tsx'

/** Loaded only for open rows of offers that are not generated. */
export const LeavePart = lazily(
  async () => (await import('./leave.tsx')).Leave,
  ({ children, href }) => (
    <Button variant={href ? 'accent' : 'plain'} aria-disabled>
      {children}
    </Button>
  ),
)

interface RowActionsProps {
  /** The offer. Only a live one (`data`) gets its booking link, and a generated one gets no link at all. */
  offer: Pick<Found, 'key' | 'data' | 'price'>
  /** Whether the row's price is written without decimals. */
  isWhole: boolean
  /** The booking link. */
  address: string | undefined
  /** The seller to whom the booking link leads. */
  seller: string
  provider: string
  /** The airline's or the hotel's own site, where a traveler can repeat the search without a booking link. */
  site: OwnSite | undefined
  ask: AskPrice
  /** The offer as text. Loaded on the first press: most rows are only read. */
  summary: () => Promise<string>
  /** The offer for a calendar program. Loaded on the first press. */
  calendar: () => Promise<CalendarFile>
  /** Saves the offer under Trips. Resolves to the button's new label, or to a problem. */
  save: () => Promise<Said>
  /** Whether the offer is saved without a press here, because the saved offer follows the choice. */
  isSaved?: boolean
}

/**
 * The actions of an open row. The main action is the provider's booking link; without one, the company's own site, to
 * repeat the search there; without a site, Copy summary. The price can be checked in all three cases, except that of a
 * generated offer.
 */
export function RowActions(props: RowActionsProps) {
  const { offer, isWhole, provider, ask, summary, calendar, save, isSaved } = props
  const t = useTexts('results')
  const hint = hintOf(offer, props, t)
  const way = wayOut(offer, props, t)
  return (
    // Another offer or price starts anew: what a button says is about the offer that was pressed.
    <div key={offer.price.amount + offer.key} className="row-actions flow no-print">
      {way && (
        <LeavePart
          href={way.href}
          price={offer.price}
          isWhole={isWhole}
          provider={provider}
          ask={ask}
          summary={summary}
        >
          {way.label}
        </LeavePart>
      )}
      <CopyButton
        isMain={!way?.href}
        done={t('summaryCopied')}
        otherwise={t('copyNotAllowed')}
        unread={() => pressFailed(t)}
        text={summary}
      >
        {t('copySummary')}
      </CopyButton>
      <CopyButton done={t('linkCopied')} otherwise={t('copyFromBar')} text={() => window.location.href}>
        {t('copyLink')}
      </CopyButton>
      <PressButton icon="bag" action={save}>
        {t(isSaved ? 'savedUnderTrips' : 'save')}
      </PressButton>
      <PressButton
        icon="calendar"
        action={async () => {
          const { downloadCalendar } = await import('#lib/travel/client/download-calendar.ts')
          downloadCalendar(await calendar())
          return t('calendarSaved')
        }}
      >
        {t('addToCalendar')}
      </PressButton>
      {hint && <span className="row-hint dim">{hint}</span>}
    </div>
  )
}

type Offer = Pick<RowActionsProps['offer'], 'data'>
type Ways = Pick<RowActionsProps, 'address' | 'seller' | 'provider' | 'site'>

/**
 * The way to the seller: the booking link of a live offer, else the company's own site. Without `href`, there is none, and
 * only the price can be checked.
 */
export function wayOut(
  { data }: Offer,
  { address, seller, site }: Omit<Ways, 'provider'>,
  t: Texts<'results'>,
): { href?: string; label: string } | undefined {
  if (data === 'sample') return undefined
  if (data === 'live' && address) return { href: address, label: t('goTo', { seller, host: hostOf(address) }) }
  return site ? { href: site.url, label: t('openSite', { host: site.host }) } : { label: t('checkPrice') }
}

/** "klm.com" of "https://www.klm.com/book" */
const hostOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '')

/** The hint about the way to the seller. */
export function hintOf(
  { data }: Offer,
  { address, provider, site }: Omit<Ways, 'seller'>,
  t: Texts<'results'>,
): string | undefined {
  if (data === 'sample') return t('sampleHint')
  if (data === 'test') return site ? t('testRepeat', { host: site.host }) : t('testHint')
  if (address) return undefined
  return site ? t('noLinkRepeat', { provider, host: site.host }) : t('noLink', { provider })
}
