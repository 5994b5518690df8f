'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react'
import { openIfReached } from '#lib/platform/client/connection.ts'
import { leaveBy } from '#lib/platform/client/use-back-closes.ts'
import { useMedia } from '#lib/platform/client/use-media.ts'
import { useTextScale } from '#lib/platform/client/use-text-scale.ts'
import { areaQuery } from '#lib/travel/client/hotels/area-query.ts'
import { useMapView } from '#lib/travel/client/hotels/use-map-view.ts'
import { type AreaMap, type MapPlace, toAreaKm } from '#lib/travel/model/area-geometry.ts'
import { listWriter } from '#lib/travel/model/currencies-writer.ts'
import type { HotelGroup, HotelItem } from '#lib/travel/model/hotels/hotel-item.ts'
import { placeLabels } from '#lib/travel/model/hotels/map-labels.ts'
import {
  COUNT_WIDTH,
  type MapPoint,
  type MapTag,
  placeTags,
  TAG_HEIGHT,
  TOUCH_HEIGHT,
} from '#lib/travel/model/hotels/map-tags.ts'
import { isClosest, toPx, ZOOM_STEP } from '#lib/travel/model/hotels/map-view.ts'
import { lowestOf, tagLabel } from '#lib/travel/model/hotels/tag-words.ts'
import { offerTotal, type TotalContext } from '#lib/travel/model/hotels/total-words.ts'
import type { MapTiles } from '#lib/travel/model/map-tiles.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { refreshIcon } from '../../../ui/later-icons.ts'
import { lazily } from '../../../ui/lazily.tsx'
import { useLocale, useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { AreaChart } from './area-chart.tsx'
import { useComparison } from './comparison.tsx'

export interface HotelMapProps {
  area: AreaMap
  places: readonly MapPlace[]
  /** Undefined: the map is drawn from `area` and `places`. */
  tiles: MapTiles | undefined
  /** In the order of the list. */
  items: readonly HotelItem[]
  /** All hotels, with those that the filters hide. */
  all: readonly HotelGroup[]
  /** The currencies that the list writes without decimals, for `listWriter`. */
  whole: string
  search: HotelSearch
  /** The keys of the highlighted hotel and of the open one, or null. */
  lit: string | null
  open: string | null
  onLight: (key: string | null) => void
  /** Called when the user chooses a hotel by its tag. */
  onChoose: (key: string) => void
  /** Called before the map area is searched. */
  onSearch?: () => void
}

/** Loaded only for an app with tiles. */
const TileChart = lazily(
  async () => (await import('./tiles/tile-chart.tsx')).TileChart,
  () => null,
)

/** How far an arrow key moves the map. */
const STEP_PX = 80
/** Tags farther outside the map are not rendered. */
const MARGIN_PX = 80
/** The space around a focused tag, for its pin and its focus ring. */
const EDGE_PX = 20

const arrows: Record<string, [left: number, top: number]> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
}

/** A schematic map with names of places, and hotel prices at their locations. The tags are buttons in list order. */
export const HotelMap = memo(function HotelMap(props: HotelMapProps) {
  const { area, places, tiles, items, all, whole, search, lit, open, onLight, onChoose, onSearch } = props
  const router = useRouter()
  const locale = useLocale()
  const t = useTexts('hotels')
  const rich = useRichTexts('hotels')
  const comparison = useComparison()
  const writing = useMemo(() => ({ comparison, writeIn: listWriter(whole, locale), t }), [comparison, whole, locale, t])
  const hint = useId()
  const frame = useRef<HTMLElement>(null)
  const textScale = useTextScale()
  const isTouch = useMedia('(pointer: coarse)')
  const points = useMemo(
    () => pointsOf(items, area, widthOf(items, writing) * textScale),
    [items, area, writing, textScale],
  )
  const byKey = useMemo(() => new Map(items.map((item) => [item.key, item])), [items])
  const hidden = useMemo(
    () =>
      pointsOf(
        all.flatMap(({ key, rates: [item] }) => (byKey.has(key) ? [] : item)),
        area,
      ),
    [all, byKey, area],
  )
  const { size, view, isMoved, zoom, pan, show } = useMapView(frame, area, points, textScale)
  const tags = useMemo(
    () => placeTags(points, view.kmPerPx, { height: isTouch ? TOUCH_HEIGHT : TAG_HEIGHT, textScale }),
    [points, view.kmPerPx, isTouch, textScale],
  )

  const [seen, setSeen] = useState<readonly string[]>([])
  if (open !== null && !seen.includes(open)) setSeen([...seen, open])
  const [hasFailed, setFailed] = useState(false)
  const dropTiles = useCallback(() => setFailed(true), [])
  const drawnTiles = hasFailed ? undefined : tiles
  const labels = useMemo(() => placeLabels(places, tags, view, size, textScale), [places, tags, view, size, textScale])

  function onKeyDown(event: KeyboardEvent) {
    // With these keys the browser scales the page or goes back.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = arrows[event.key]
    if (arrow) pan(...arrow)
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP)
    else if (event.key === '-') zoom(1 / ZOOM_STEP)
    else return
    event.preventDefault()
  }

  function searchArea() {
    void openIfReached(() => {
      leaveBy(router, `/search/hotels?${areaQuery(search, area, view, size, window.location.search)}`)
      onSearch?.()
    })
  }

  /** Chooses a single hotel; zooms in on a group; at the closest zoom, cycles through the group. */
  function press({ points: [first, ...others] }: MapTag) {
    if (others.length === 0) onChoose(first.key)
    else if (isClosest(view) || others.every(({ x, y }) => x === first.x && y === first.y)) {
      const keys = [first, ...others].map(({ key }) => key)
      onChoose(keys[(keys.indexOf(lit ?? '') + 1) % keys.length] ?? first.key)
    } else show([first, ...others])
  }

  /**
   * Moves the map so that the whole tag is visible. Only for the keyboard: a pressed tag must stay under the pointer.
   */
  function reveal(button: HTMLButtonElement) {
    if (!button.matches(':focus-visible') || !frame.current) return
    const [tag, map] = [button.getBoundingClientRect(), frame.current.getBoundingClientRect()]
    const outside = (start: number, end: number) => Math.min(0, start) + Math.max(0, end)
    const left = outside(tag.left - EDGE_PX - map.left, tag.right + EDGE_PX - map.right)
    const top = outside(tag.top - EDGE_PX - map.top, tag.bottom + EDGE_PX - map.bottom)
    if (left !== 0 || top !== 0) pan(left, top)
  }

  function tagText(hotels: readonly [HotelItem, ...HotelItem[]]): ReactNode {
    const lowest = lowestOf(hotels)
    if (!lowest) return t('tagMany', { count: hotels.length })
    const price = offerTotal(lowest.offer, writing)
    return hotels.length === 1 ? price : rich('tagFrom', { count: hotels.length, price, n: small })
  }

  return (
    <section
      ref={frame}
      className="hotel-map"
      // East is on the right in every language.
      dir="ltr"
      aria-label={t('mapLabel')}
      aria-describedby={hint}
      onKeyDown={onKeyDown}
    >
      {drawnTiles && <TileChart tiles={drawnTiles} centre={area.centre} view={view} onFail={dropTiles} />}
      <AreaChart
        area={area}
        view={view}
        size={size}
        labels={labels}
        hidden={hidden}
        isFrame={drawnTiles !== undefined}
      />
      <div>
        {tags.map((tag) => {
          const [first] = tag.points
          const { left, top } = toPx(view, size, first)
          const isNear =
            left > -MARGIN_PX && left < size.width + MARGIN_PX && top > -MARGIN_PX && top < size.height + MARGIN_PX
          if (!isNear) return null
          const hotels = itemsOf(tag, byKey)
          if (!hotels) return null
          const isLit = tag.points.some(({ key }) => key === lit)
          const isOpen = tag.points.some(({ key }) => key === open)
          return (
            <button
              key={first.key}
              type="button"
              className={classes(
                'map-tag',
                tag.points.length > 1 && 'is-group',
                tag.points.every(({ key }) => seen.includes(key)) && 'is-seen',
                (isLit || isOpen) && 'is-on',
              )}
              style={{ translate: `calc(${left}px - 50%) ${top}px` }}
              aria-label={tagLabel(hotels, writing)}
              onClick={() => press(tag)}
              onPointerEnter={() => onLight(first.key)}
              onPointerLeave={() => onLight(null)}
              onFocus={({ currentTarget }) => {
                onLight(first.key)
                reveal(currentTarget)
              }}
              onBlur={() => onLight(null)}
            >
              <span>{tagText(hotels)}</span>
            </button>
          )
        })}
      </div>
      {isMoved && (
        <Button size="sm" className="map-search" onClick={searchArea}>
          <Icon name={refreshIcon} small />
          {t('searchArea')}
        </Button>
      )}
      <div className="map-zoom">
        <button type="button" aria-label={t('zoomIn')} onClick={() => zoom(ZOOM_STEP)}>
          <Icon name="plus" />
        </button>
        <button type="button" aria-label={t('zoomOut')} onClick={() => zoom(1 / ZOOM_STEP)}>
          <Icon name="minus" />
        </button>
      </div>
      <p id={hint} className="map-note">
        {hidden.length > 0 && <span className="map-hidden">{t('mapHidden', { count: hidden.length })}</span>}
        {drawnTiles ? drawnTiles.attribution : t('mapNote')}
        <span className="sr-only">{t('mapKeys')}</span>
      </p>
    </section>
  )
})

const small = (children: ReactNode) => <i>{children}</i>

/** The hotels of a tag; undefined for one that has just left the list. */
function itemsOf(
  { points: [first, ...others] }: MapTag,
  byKey: ReadonlyMap<string, HotelItem>,
): [HotelItem, ...HotelItem[]] | undefined {
  const item = byKey.get(first.key)
  return item && [item, ...others.flatMap(({ key }) => byKey.get(key) ?? [])]
}

/**
 * An upper estimate of the width of any tag in px, so that tags do not overlap in any font. A group shows the total of any
 * of its hotels; where these cannot be compared, its text is longer.
 */
function widthOf(items: readonly HotelItem[], writing: TotalContext): number {
  const many = lowestOf(items) ? 0 : writing.t('tagMany', { count: items.length }).length
  const widest = Math.max(...items.map(({ offer }) => offerTotal(offer, writing).length))
  return 16 + Math.max(widest * 8, many * 8 - COUNT_WIDTH)
}

function pointsOf(items: readonly HotelItem[], area: AreaMap, width = 0): MapPoint[] {
  return items.flatMap(({ key, offer: { hotel } }) => {
    if (!hotel.location) return []
    const { x, y } = toAreaKm(area.centre, hotel.location)
    if (Math.abs(x) > area.reachKm || Math.abs(y) > area.reachKm) return []
    return [{ key, x, y, width }]
  })
}
