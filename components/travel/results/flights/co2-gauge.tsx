import type { ReactNode } from 'react'
import { numberFormat } from '#lib/platform/model/formatters.ts'
import { spoken } from '../../../ui/spoken.tsx'
import { useLocale, useRichTexts, useTexts } from '../../../ui/texts.tsx'

const HALF = 32
/** The gauge spans 25% below to 25% above the median. */
const FULL_SCALE = 0.25
const LIKE_THE_MEDIAN = 0.03

/** The subscript digit of CO₂. */
export const low = (children: ReactNode) => <sub>{children}</sub>

/** CO₂ per traveler, compared with the list's median if there is one. */
export function Co2Gauge({ kg, median }: { kg: number | undefined; median: number | null }) {
  const locale = useLocale()
  const t = useTexts('flights')
  const rich = useRichTexts('flights')
  if (kg === undefined) return <div className="co2 column" />
  const share = median ? kg / median - 1 : null
  const tone = share === null || Math.abs(share) < LIKE_THE_MEDIAN ? 'same' : share < 0 ? 'low' : 'high'
  const percent = Math.abs(Math.round((share ?? 0) * 100))
  return (
    <div className={`co2 column is-${tone}`}>
      <span className="co2-kg" aria-hidden="true">
        {t('kilograms', { kg: numberFormat(locale, {}).format(Math.round(kg)) })}
        <span className="co2-unit"> {rich('co2Each', { low })}</span>
      </span>
      {share !== null && (
        <>
          <svg viewBox="0 0 64 9" aria-hidden="true">
            <path d="M.5 4.5h63M32 1v7" />
            <circle cx={HALF + Math.max(-1, Math.min(1, share / FULL_SCALE)) * (HALF - 4)} cy="4.5" r="3" />
          </svg>
          <span className="co2-share">
            {percent === 0
              ? rich('co2AtMedian', { more: spoken })
              : rich(share < 0 ? 'co2Below' : 'co2Above', { percent, more: spoken })}
          </span>
        </>
      )}
    </div>
  )
}
