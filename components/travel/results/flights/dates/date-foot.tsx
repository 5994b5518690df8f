import Link from 'next/link'
import type { GridDay } from '#lib/travel/model/flights/date-grid.ts'
import { daysText } from '#lib/travel/model/flights/date-words.ts'
import { daysBetween } from '#lib/travel/model/offset-time.ts'
import { Button } from '../../../../ui/button.tsx'
import { useLocale, useRichTexts, useTexts } from '../../../../ui/texts.tsx'
import { useAge } from '../../age.tsx'

/** Travel dates with their price. */
export interface PricedDay {
  day: GridDay
  amount: number
  fetchedAtMs: number
}

interface DateFootProps {
  day: GridDay
  /** The price of `day`, if it is known. */
  price: PricedDay | undefined
  /** The dates with the lowest price within reach. */
  lowest: PricedDay | undefined
  write: (amount: number) => string
  href: string
  onTake: (day: GridDay) => void
}

/** The chosen dates with their price, the best change within reach, and the way to their flights. */
export function DateFoot({ day, price, lowest, write, href, onTake }: DateFootProps) {
  const locale = useLocale()
  const [t, travel] = [useTexts('dates'), useTexts('travel')]
  const rich = useRichTexts('dates')
  const age = useAge()
  const nightsOf = ({ days: { date, return_date } }: GridDay) =>
    return_date === null ? travel('one') : travel('nights', { count: daysBetween(date, return_date) })
  const saving = price && lowest ? price.amount - lowest.amount : 0
  const close = (event: { currentTarget: HTMLElement }) => event.currentTarget.closest('dialog')?.close()
  return (
    <div className="date-foot">
      <b className="date-foot-price">{price ? write(price.amount) : '–'}</b>
      <p>
        <b>{daysText(day.days, locale, t)}</b>
        <span>{t('nightsAndAge', { nights: nightsOf(day), age: price ? age(price.fetchedAtMs) : 'none' })}</span>
      </p>
      {lowest && saving > 0 && (
        <p className="date-less">
          {rich('lessOn', {
            amount: write(saving),
            dates: daysText(lowest.day.days, locale, t),
            nights: nightsOf(lowest.day),
            b: (children) => <b>{children}</b>,
            take: (children) => (
              <button type="button" className="link" onClick={() => onTake(lowest.day)}>
                {children}
              </button>
            ),
          })}
        </p>
      )}
      <Button className="date-cancel" onClick={close}>
        {t('cancel')}
      </Button>
      {day.isSelected ? (
        <Button variant="accent" onClick={close}>
          {t('seeFlights')}
        </Button>
      ) : (
        <Link className="btn btn-accent" href={href} prefetch={false} replace>
          {t('seeFlights')}
        </Link>
      )}
    </div>
  )
}
