'use client'

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Texts } from '#lib/platform/model/texts.ts'
import { fallWriter } from '#lib/travel/model/fall-writer.ts'
import { formatPrice, priceWriter } from '#lib/travel/model/money.ts'
import type { ChangeSearch } from '#lib/travel/model/saved-search.ts'
import type { SavedSearchView } from '#lib/travel/model/saved-search-view.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { bold } from '../../ui/spoken.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useLocale, useRichTexts, useTexts } from '../../ui/texts.tsx'
import { DataBadge } from '../results/data-badge.tsx'
import { useReader } from '../results/reader.tsx'
import { PriceChart } from './price-chart.tsx'
import { canAlert, limitOf, ruleText, searchFacts, searchTitle, stateText } from './saved-search-words.ts'
import { agoText } from './trip-words.ts'

// A separate script: it contains the schema library, which the page itself does not need.
const AlertForm = lazily(async () => (await import('./alert-form.tsx')).AlertForm)

interface SavedSearchRowProps {
  view: SavedSearchView
  nowMs: number
  /** Whether alerts are also sent by e-mail. */
  isMailed: boolean
  onChange: (change: ChangeSearch) => void
  onAsk: () => void
  onRemove: () => void
}

/** One saved search: its title, its price history, its latest price, and its alert. */
export function SavedSearchRow({ view, nowMs, isMailed, onChange, onAsk, onRemove }: SavedSearchRowProps) {
  const locale = useLocale()
  const { names } = useReader()
  const [t, rich] = [useTexts('trips'), useRichTexts('trips')]
  const [flights, travel] = [useTexts('flights'), useTexts('travel')]
  const [isEditing, setEditing] = useState(false)
  const changeButton = useRef<HTMLButtonElement>(null)
  const title = searchTitle(view, names, t, flights)
  const { state, alerts, latest, rule, currency } = view
  const limit = limitOf(rule, view.saved)
  const isOff = state.kind === 'paused' || state.kind === 'past'
  const hasAlert = canAlert(state)
  const change = changeOf(view, locale, t)
  const { tone, strong, text } = stateText(state, nowMs, t)
  const close = () => {
    // Only a rendered button "Change" can get the focus.
    flushSync(() => setEditing(false))
    changeButton.current?.focus()
  }
  return (
    <li id={view.id} className={classes('saved-search', isOff && 'is-off')}>
      <div className="trip-what">
        <h3>
          <TextLink href={`/search/${view.kind}?${view.query}`}>{title}</TextLink>
        </h3>
        {searchFacts(view, locale, t, travel, flights).map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
        <DataBadge data={view.data} />
      </div>
      <PriceChart
        title={title}
        days={view.days}
        currency={currency}
        limit={hasAlert ? limit : undefined}
        savedAtMs={view.savedAtMs}
        nowMs={nowMs}
        isOld={isOff || !hasAlert || state.kind === 'failing'}
      />
      <div className="trip-price column">
        {latest && (
          <>
            <b>{formatPrice(latest.amount, currency, locale)}</b>
            <span>
              {t(view.kind === 'hotels' ? 'lowestStaySeen' : 'lowestSeen', { ago: agoText(latest.seenAtMs, nowMs, t) })}
            </span>
            <span className={change.look}>{change.text}</span>
          </>
        )}
      </div>
      <div className="saved-alert soft-xs">
        {hasAlert && (
          <div className="saved-alert-head row">
            <b>{ruleText(rule, view, locale, t)}</b>
            {state.kind !== 'past' && (
              <button
                type="button"
                className="switch"
                role="switch"
                aria-checked={!isOff}
                aria-label={t('alertFor', { title })}
                onClick={() => onChange({ paused: !isOff })}
              />
            )}
          </div>
        )}
        {isEditing && (
          <AlertForm
            title={title}
            rule={rule}
            currency={currency}
            onClose={close}
            onSave={(next) => {
              onChange({ rule: next })
              close()
            }}
          />
        )}
        {hasAlert && state.kind !== 'past' && !isEditing && (
          <p>
            {t(isMailed ? 'inAppAndMail' : 'inApp')}{' '}
            <button
              type="button"
              className="link"
              ref={changeButton}
              aria-label={t('changeAlertFor', { title })}
              onClick={() => setEditing(true)}
            >
              {t('change')}
            </button>
          </p>
        )}
        {alerts.map(({ id, amount, seenAtMs, isUnread, mail }) => (
          <p key={id} className="saved-state is-ok">
            <Icon name="check" small />
            <span>
              {isUnread && <Badge tone="ok">{t('new')}</Badge>}{' '}
              {rich('fellTo', {
                price: fallWriter(amount, { limit }, currency, locale)(amount),
                ago: agoText(seenAtMs, nowMs, t),
                b: bold,
              })}
              {mail === 'failed' && ` ${t('mailFailed')}`}
              {mail === 'unknown' && ` ${t('mailUnknown')}`}
            </span>
          </p>
        ))}
        <p className={classes('saved-state', strong && 'is-marked', tone === 'stop' && 'is-stop')}>
          {strong && <Icon name={tone === 'stop' ? 'warn' : 'info'} small />}
          <span>
            {strong && <b>{strong}</b>} {text}
            {state.kind === 'failing' && (
              <>
                {' '}
                <button type="button" className="link" onClick={onAsk} aria-label={t('askNowFor', { title })}>
                  {t('askNow')}
                </button>
              </>
            )}
          </span>
        </p>
        {view.leftOut && (
          <p className="saved-asked">{t('leftOut', { providers: new Intl.ListFormat(locale).format(view.leftOut) })}</p>
        )}
        {view.lastRunAtMs !== undefined && (
          <p className="saved-asked">{t('checkedAgo', { ago: agoText(view.lastRunAtMs, nowMs, t) })}</p>
        )}
      </div>
      <div className="saved-remove no-print">
        <Button variant="quiet" size="sm" onClick={onRemove} aria-label={t('removeSearch', { title })}>
          <Icon name="x" small />
          {t('remove')}
        </Button>
      </div>
    </li>
  )
}

/** How the latest price differs from the first. */
function changeOf({ saved, latest, currency }: SavedSearchView, locale: string, t: Texts<'trips'>) {
  if (saved === undefined || latest === undefined || saved === latest.amount) return { text: t('sameAsFirst') }
  const difference = Math.abs(latest.amount - saved)
  const written = { difference: priceWriter([difference], currency, locale)(difference) }
  return latest.amount < saved
    ? { look: 'is-less', text: t('lessThanFirst', written) }
    : { look: 'is-more', text: t('moreThanFirst', written) }
}
