'use client'

import { type Ref, useMemo } from 'react'
import type { HotelList } from '#lib/travel/client/hotels/use-hotel-list.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { Feed, type FeedControl } from '../feed.tsx'
import type { ResultPage } from '../use-results.ts'
import { HotelRow } from './hotel-row.tsx'

interface HotelFeedProps {
  page: ResultPage<HotelList>
  /** The key of the highlighted row, or null. */
  lit: string | null
  stay: Record<string, unknown>
  control: Ref<FeedControl>
  onToggle: (key: string) => void
  onLight: (key: string | null) => void
}

/** Phones stack the parts of a row. The style sheet has the same breakpoint. */
const heightAt = (width: number) => (width < 560 ? 228 : 152)

/** The sorted hotels. */
export function HotelFeed({ page, lit, stay, control, onToggle, onLight }: HotelFeedProps) {
  const t = useTexts('hotels')
  const { rows, facts } = page.list
  const isMixed = rows.some(({ offer }) => offer.data !== rows[0]?.offer.data)
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  return (
    <Feed
      page={page}
      label={t('hotels')}
      rows={rows}
      keys={keys}
      heightAt={heightAt}
      control={control}
      draw={(item, place) => (
        <HotelRow
          {...place}
          item={item}
          stay={stay}
          whole={facts.whole}
          isMixed={isMixed}
          isOpen={item.key === page.open}
          isLit={item.key === lit}
          onToggle={onToggle}
          onLight={onLight}
        />
      )}
    />
  )
}

/** Placeholder rows of the final height. Shown only after a delay, so a quick answer skips them. */
export function HotelSkeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      {[62, 48, 70, 55, 66, 50].map((width) => (
        <div key={width} className="offer hotel">
          <div className="hotel-sum">
            <div className="hotel-about">
              <i className="ghost ghost-line is-name" style={{ width: `${width}%` }} />
              <i className="ghost ghost-line is-name" style={{ width: `${width * 0.7}%` }} />
              <i className="ghost ghost-line is-name" style={{ width: `${width * 0.5}%` }} />
            </div>
            <div className="price hotel-price">
              <i className="ghost ghost-price" />
              <i className="ghost ghost-line" />
            </div>
            <span />
            <div className="facts row" />
          </div>
        </div>
      ))}
    </div>
  )
}
