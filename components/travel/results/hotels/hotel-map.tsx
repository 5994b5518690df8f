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
import { restriction } from '#lib/travel/model/hotels/audience.ts'
import type { HotelItem } from '#lib/travel/model/hotels/hotel-item.ts'
import { placeLabels } from '#lib/travel/model/hotels/map-labels.ts'
import { type MapPoint, type MapTag, placeTags, TAG_HEIGHT, TOUCH_HEIGHT } from '#lib/travel/model/hotels/map-tags.ts'
import { isClosest, toPx, ZOOM_STEP } from '#lib/travel/model/hotels/map-view.ts'
import { hotelOrder } from '#lib/travel/model/hotels/sort.ts'
import { offerTotal, type TotalContext } from '#lib/travel/model/hotels/total-words.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import type { MapTiles } from '#lib/travel/model/map-tiles.ts'
import { listWriter } from '#lib/travel/model/money.ts'
import { readablePlaceName } from '#lib/travel/model/readable-place-name.ts'
import { firstByMeasures } from '#lib/travel/model/results/sort-by-measures.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
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
  const { area, places, tiles, items, whole, search, lit, open, onLight, onChoose, onSearch } = props
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
    () => pointsOf(items, area, (offer) => offerTotal(offer, writing), textScale),
    [items, area, writing, textScale],
  )
  const byKey = useMemo(() => new Map(items.map((item) => [item.key, item])), [items])
  const { size, view, isMoved, zoom, pan, show } = useMapView(frame, area, points, textScale)
  const tags = useMemo(
    () => placeTags(points, view.kmPerPx, { height: isTouch ? TOUCH_HEIGHT : TAG_HEIGHT, textScale }),
    [points, view.kmPerPx, isTouch, textScale],
  )

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
      <AreaChart area={area} view={view} size={size} labels={labels} isFrame={drawnTiles !== undefined} />
      <div>
        {tags.map((tag) => {
          const [first] = tag.points
          const { left, top } = toPx(view, size, first)
          const isNear =
            left > -MARGIN_PX && left < size.width + MARGIN_PX && top > -MARGIN_PX && top < size.height + MARGIN_PX
          if (!isNear) return null
          const isLit = tag.points.some(({ key }) => key === lit)
          const isOpen = tag.points.some(({ key }) => key === open)
          return (
            <button
              key={first.key}
              type="button"
              className={classes('map-tag', tag.points.length > 1 && 'is-group', (isLit || isOpen) && 'is-on')}
              style={{ translate: `calc(${left}px - 50%) ${top}px` }}
              aria-label={tagLabel(tag, byKey, writing)}
              onClick={() => press(tag)}
              onPointerEnter={() => onLight(first.key)}
              onPointerLeave={() => onLight(null)}
              onFocus={({ currentTarget }) => {
                onLight(first.key)
                reveal(currentTarget)
              }}
              onBlur={() => onLight(null)}
            >
              <span>
                {tag.points.length > 1
                  ? rich('tagFrom', { count: tag.points.length, price: lowestIn(tag, byKey, writing), n: small })
                  : priceOf(byKey.get(first.key), writing)}
              </span>
            </button>
          )
        })}
      </div>
      {isMoved && (
        <Button size="sm" className="map-search" onClick={searchArea}>
          <Icon name="refresh" small />
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
        {drawnTiles ? drawnTiles.attribution : t('mapNote')}
        <span className="sr-only">{t('mapKeys')}</span>
      </p>
    </section>
  )
})

function priceOf(item: HotelItem | undefined, writing: TotalContext): string {
  return item ? offerTotal(item.offer, writing) : ''
}

const byTotal = hotelOrder('price', 0)

const small = (children: ReactNode) => <i>{children}</i>

/** The lowest total of a group. */
function lowestIn({ points }: MapTag, byKey: ReadonlyMap<string, HotelItem>, writing: TotalContext): string {
  return priceOf(
    firstByMeasures(
      points.flatMap(({ key }) => byKey.get(key) ?? []),
      byTotal,
    ),
    writing,
  )
}

function tagLabel(tag: MapTag, byKey: ReadonlyMap<string, HotelItem>, writing: TotalContext): string {
  const { t } = writing
  const [first, ...others] = tag.points
  const item = byKey.get(first.key)
  const kind = item && restriction(item.offer.hotel)
  const name = item ? inList([readablePlaceName(item.offer.hotel.name), kind && t(kind)], t) : ''
  return others.length === 0
    ? t('tag', { name, price: priceOf(item, writing) })
    : t('tagMore', { name, price: lowestIn(tag, byKey, writing), count: others.length })
}

/** An upper estimate of a tag's width in px, so that tags do not overlap in any font. */
const widthOf = (length: number) => 16 + length * 8

function pointsOf(
  items: readonly HotelItem[],
  area: AreaMap,
  textOf: (offer: HotelItem['offer']) => string,
  textScale: number,
): MapPoint[] {
  // A group shows the total of any of its hotels, so its tag is as wide as the widest.
  const width = widthOf(Math.max(...items.map(({ offer }) => textOf(offer).length))) * textScale
  return items.flatMap(({ key, offer: { hotel } }) => {
    if (!hotel.location) return []
    const { x, y } = toAreaKm(area.centre, hotel.location)
    if (Math.abs(x) > area.reachKm || Math.abs(y) > area.reachKm) return []
    return [{ key, x, y, width }]
  })
}
