import type { Said } from '#lib/client/said.ts'
import type { CalendarFile } from '#lib/travel/calendar-file.ts'
import type { OwnSite } from '#lib/travel/own-sites.ts'
import type { Found } from '#lib/travel/results/found.ts'
import type { Texts } from '#lib/travel/texts.ts'
import { useTexts } from '../ui/texts.tsx'
import { CopyButton } from './copy-button.tsx'
import type { AskPrice } from './leave.tsx'
import { LeavePart } from './leave-part.tsx'
import { PressButton } from './press-button.tsx'

interface RowActionsProps {
  /** The offer. Generated and test offers (`data`) get no link to a seller. */
  offer: Pick<Found, 'key' | 'data' | 'price'>
  /** Whether the row's price is written without decimals. */
  isWhole: boolean
  /** The booking link. */
  address: string | undefined
  /** The seller to whom the booking link leads, or the company of `site`. */
  seller: string
  provider: string
  /** The company's own site, where a traveler can repeat the search if the provider sends no booking link. */
  site: OwnSite | undefined
  ask: AskPrice
  /** The offer as text. Loaded on the first press: most rows are only read. */
  summary: () => Promise<string>
  /** The offer for a calendar program. Loaded on the first press. */
  calendar: () => Promise<CalendarFile>
  /** Saves the offer under Trips. Resolves to the button's new label, or to a problem. */
  save: () => Promise<Said>
}

/**
 * The actions of an open row. The main action is the provider's booking link; without one, the company's own site, to
 * repeat the search there; without a site, Copy summary.
 */
export function RowActions(props: RowActionsProps) {
  const { offer, isWhole, address, seller, provider, site, ask, summary, calendar, save } = props
  const t = useTexts('results')
  const hint = hintOf(offer, { address, seller, provider, site }, t)
  const way = offer.data === 'live' ? wayOut(address, seller, site, t) : undefined
  return (
    // Another offer or price starts anew: what a button says is about the offer that was pressed.
    <div key={offer.price.amount + offer.key} className="row-actions no-print">
      {way && (
        <LeavePart href={way.href} price={offer.price} isWhole={isWhole} provider={provider} ask={ask}>
          {way.label}
        </LeavePart>
      )}
      <CopyButton
        isMain={!way}
        done={t('summaryCopied')}
        otherwise={t('copyNotAllowed')}
        unread={t('pressAgain')}
        text={summary}
      >
        {t('copySummary')}
      </CopyButton>
      <CopyButton done={t('linkCopied')} otherwise={t('copyFromBar')} text={() => window.location.href}>
        {t('copyLink')}
      </CopyButton>
      <PressButton icon="bag" action={save}>
        {t('save')}
      </PressButton>
      <PressButton
        icon="calendar"
        action={async () => {
          const { downloadCalendar } = await import('#lib/client/download-calendar.ts')
          downloadCalendar(await calendar())
          return t('calendarSaved')
        }}
      >
        {t('addToCalendar')}
      </PressButton>
      {hint && <span className="row-hint">{hint}</span>}
    </div>
  )
}

/** The link to the seller of a live offer: its booking link, else the company's own site. */
export function wayOut(address: string | undefined, seller: string, site: OwnSite | undefined, t: Texts<'results'>) {
  if (address) return { href: address, label: t('continueWith', { seller }) }
  return site && { href: site.url, label: t('openSite', { host: site.host }) }
}

type Ways = Pick<RowActionsProps, 'address' | 'seller' | 'provider' | 'site'>

/** The hint about the link to the seller. */
export function hintOf(
  { data }: Pick<RowActionsProps['offer'], 'data'>,
  { address, seller, provider, site }: Ways,
  t: Texts<'results'>,
): string | undefined {
  if (data === 'sample') return t('sampleHint')
  if (data === 'test') return t('testHint')
  if (address) return undefined
  return site ? t('noLinkRepeat', { provider, seller }) : t('noLink', { provider })
}
