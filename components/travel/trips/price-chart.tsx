import { formatDate } from '#lib/travel/model/format.ts'
import { priceWriter } from '#lib/travel/model/money.ts'
import { drawPriceHistory, type PricedDay } from '#lib/travel/model/price-history.ts'
import { classes } from '../../ui/classes.ts'
import { useLocale, useTexts } from '../../ui/texts.tsx'

interface PriceChartProps {
  title: string
  days: readonly PricedDay[]
  currency: string
  limit: number | undefined
  /** When the search was saved. Earlier days without a price are blank, not gaps. */
  savedAtMs: number
  nowMs: number
  /** Whether the prices are no longer updated. */
  isOld: boolean
}

const shownDays = 30

/** The lowest total of each of the last 30 days as a line; its caption and its table have every number. */
export function PriceChart({ title, days, currency, limit, savedAtMs, nowMs, isOld }: PriceChartProps) {
  const locale = useLocale()
  const t = useTexts('trips')
  const history = drawPriceHistory(days, nowMs, shownDays, limit, savedAtMs)
  if (history === undefined) return <p className="price-chart is-empty">{t('noPriceYet')}</p>
  const { lowest, highest, missing, width, height, last } = history
  const write = priceWriter([lowest.amount, highest.amount], currency, locale)
  const short = (day: string) => formatDate(day, locale)
  const caption =
    lowest.amount === highest.amount
      ? t('priceSince', { price: write(lowest.amount), date: short(lowest.day) })
      : t('priceRange', {
          low: write(lowest.amount),
          lowDay: short(lowest.day),
          high: write(highest.amount),
          highDay: short(highest.day),
        })
  const gaps = missing === 0 ? '' : t('daysWithoutPrice', { count: missing })
  return (
    <figure className={classes('price-chart', isOld && 'is-old')}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={[t('chartLabel', { title, days: shownDays }), caption, gaps].join(' ').trim()}
      >
        {history.gaps.map((gap) => (
          <rect key={gap.x} x={gap.x} width={gap.width} height={height} className="price-gap" />
        ))}
        {history.limitY !== undefined && (
          <path d={`M0 ${history.limitY.toFixed(1)}H${width}`} className="price-limit" />
        )}
        {history.lines.map((line) => (
          <path key={line} d={line} className="price-line" />
        ))}
        <path
          d={`M${last.x} ${last.y.toFixed(1)}h0`}
          className={classes('price-last', (!last.isToday || isOld) && 'is-old')}
        />
      </svg>
      <figcaption>
        {[caption, gaps].join(' ').trim()}
        <details>
          <summary>{t('showTable')}</summary>
          <table>
            <caption className="sr-only">{t('tableCaption', { title })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('dayUtc')}</th>
                <th scope="col">{t('lowestTotal')}</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, amount }) => (
                <tr key={day}>
                  <th scope="row">{short(day)}</th>
                  <td>{write(amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </figcaption>
    </figure>
  )
}
