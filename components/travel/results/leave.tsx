'use client'

import { useEffect, useRef, useState } from 'react'
import { copyText } from '#lib/platform/client/copy-text.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import type { PriceCheck } from '#lib/travel/client/price-check.ts'
import { fullPriceWriter, isWrittenWhole, wholePriceWriter } from '#lib/travel/model/money.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'

type Step =
  | { state: 'idle' | 'asking' }
  | Exclude<PriceCheck, { state: 'failed' }>
  | { state: 'failed'; reason: string }

export type AskPrice = (signal: AbortSignal) => Promise<PriceCheck>

interface LeaveProps {
  /** "Go to KLM, opens klm.com" or "Check the price" */
  children: string
  /** Absent: no seller is known, and the price can only be checked. */
  href?: string | undefined
  /** The price in the row. */
  price: Price
  /** Whether the row's price is written without decimals. */
  isWhole: boolean
  /** The source of the offer. */
  provider: string
  /** Asks the provider of the offer for its price now. Rejects when its script cannot load. */
  ask: AskPrice
  /** The offer as text, which a press copies for the seller's page. Absent: nothing is copied. */
  summary?: () => Promise<string>
}

/**
 * The link to the seller. A press first checks the price; then the link replaces the button, with the result of the
 * price check. Without a link, the button stays and checks again.
 */
export function Leave({ children, href, price, isWhole, provider, ask, summary }: LeaveProps) {
  const [step, setStep] = useState<Step>({ state: 'idle' })
  const [isCopied, setCopied] = useState(false)
  const locale = useLocale()
  const [t, refusals] = [useTexts('results'), useTexts('refusals')]
  const link = useRef<HTMLAnchorElement>(null)
  const asked = useRef<AbortController>(null)
  const isTold = step.state !== 'idle' && step.state !== 'asking'

  useEffect(() => () => asked.current?.abort(), [])
  // The pressed button is gone, so the focus moves to the link in its place.
  useEffect(() => {
    if (isTold) link.current?.focus()
  }, [isTold])

  async function check() {
    const abort = new AbortController()
    asked.current = abort
    setStep({ state: 'asking' })
    // Now, because a browser lets a page copy only for a moment after a press.
    if (href && summary) void copy(summary).then((done) => !abort.signal.aborted && setCopied(done))
    const next = await ask(abort.signal)
      .then(toldStep)
      .catch((): Step => ({ state: 'failed', reason: t('connectionLost') }))
    if (!abort.signal.aborted) setStep(next)
  }

  async function toldStep(answer: PriceCheck): Promise<Step> {
    if (answer.state !== 'failed') return answer
    // Loaded on the first failure: most checks succeed.
    const { failureText } = await import('./failure-text.ts')
    return { state: 'failed', reason: failureText(answer, provider, { results: t, refusals }) }
  }

  return (
    <>
      {isTold && href ? (
        <ButtonLink
          ref={link}
          variant={step.state === 'gone' ? 'plain' : 'accent'}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
        >
          {children}
          <Icon name="external" small />
          <span className="sr-only">{t('opensNewTab')}</span>
        </ButtonLink>
      ) : (
        <Button
          variant={href ? 'accent' : 'plain'}
          aria-disabled={step.state === 'asking'}
          onClick={() => step.state !== 'asking' && void check()}
        >
          {children}
        </Button>
      )}
      <span className="row-hint dim" role="status">
        {(step.state !== 'idle' || href) && sentenceOf(step, { price, isWhole }, locale, t)}
        {isTold && isCopied && step.state !== 'gone' && ` ${t('summaryIsCopied')}`}
      </span>
    </>
  )
}

const copy = (summary: () => Promise<string>): Promise<boolean> =>
  copyText(summary()).then(
    () => true,
    () => false,
  )

function sentenceOf(
  step: Step,
  { price, isWhole }: Pick<LeaveProps, 'price' | 'isWhole'>,
  locale: string,
  t: Texts<'results'>,
): string {
  const write = (isWhole ? wholePriceWriter : fullPriceWriter)(price.currency, locale)
  switch (step.state) {
    case 'idle':
      return t('priceChecked')
    case 'asking':
      return t('askingPrice')
    case 'same':
      return t('priceSame', { price: write(price.amount) })
    case 'changed': {
      const { amount, currency } = step.now
      const difference = Math.abs(amount - price.amount)
      // A small difference needs decimals, even if the row has none.
      const writeBoth = isWrittenWhole([amount, difference], currency) ? write : fullPriceWriter(currency, locale)
      const change = { price: writeBoth(amount), difference: writeBoth(difference) }
      return amount > price.amount ? t('priceMore', change) : t('priceLess', change)
    }
    case 'gone':
      return t('offerGone')
    case 'failed':
      return t('priceNotChecked', { reason: step.reason })
  }
}
