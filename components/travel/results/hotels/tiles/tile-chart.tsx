'use client'

import { getVersion, Map as LibreMap, setWorkerUrl } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { fromAreaKm } from '#lib/travel/model/area-geometry.ts'
import type { MapView } from '#lib/travel/model/hotels/map-view.ts'
import type { MapTiles } from '#lib/travel/model/map-tiles.ts'
import { useLocale } from '../../../../ui/texts.tsx'
import { type TileColours, tileStyle } from './tile-style.ts'

interface TileChartProps {
  tiles: MapTiles
  centre: { lat: number; lon: number }
  view: MapView
  /** Called if the browser cannot draw tiles. */
  onFail: () => void
}

const EARTH_KM = 40_075
/** The width of the whole world at zoom 0, in px. */
const WORLD_PX = 512

const tokens = {
  land: '--color-land',
  water: '--color-water',
  coast: '--color-coast',
  park: '--color-ok-wash',
  road: '--color-sheet',
  ink: '--color-ink',
} as const

/** Vector tiles under the tags of the map, which moves and zooms them. */
export function TileChart({ tiles, centre, view, onFail }: TileChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const map = useRef<LibreMap | null>(null)
  const language = useLocale().slice(0, 2)
  const place = cameraOf(centre, view)
  const latest = useRef(place)
  latest.current = place

  useEffect(() => {
    const container = frame.current
    if (!container) return
    setWorkerUrl(`/map-worker.mjs?v=${getVersion()}`)
    const style = () => tileStyle(tiles, coloursIn(container), language)
    const options = {
      container,
      style: style(),
      interactive: false,
      attributionControl: false,
      ...latest.current,
    } as const
    const drawn = tryTo(() => new LibreMap(options))
    if (drawn === undefined) return onFail()
    map.current = drawn
    // The system's theme, or the reader's choice on the root element.
    const restyle = () => drawn.setStyle(style())
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', restyle)
    const chosen = new MutationObserver(restyle)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      system.removeEventListener('change', restyle)
      chosen.disconnect()
      map.current = null
      drawn.remove()
    }
  }, [tiles, language, onFail])

  const { center, zoom } = place
  const [lon, lat] = center
  useEffect(() => void map.current?.jumpTo({ center: [lon, lat], zoom }), [lon, lat, zoom])

  return <div ref={frame} className="tile-chart" aria-hidden="true" />
}

function cameraOf(centre: { lat: number; lon: number }, view: MapView) {
  const { lat, lon } = fromAreaKm(centre, view)
  const center: [lon: number, lat: number] = [lon, lat]
  const worldKm = EARTH_KM * Math.cos((lat * Math.PI) / 180)
  return { center, zoom: Math.log2(worldKm / view.kmPerPx / WORLD_PX) }
}

/** The colours of the tokens; the map's library does not know `light-dark()`. */
function coloursIn(container: HTMLElement): TileColours {
  const probe = container.appendChild(document.createElement('i'))
  const colourOf = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const { land, water, coast, park, road, ink } = tokens
  const colours = {
    land: colourOf(land),
    water: colourOf(water),
    coast: colourOf(coast),
    park: colourOf(park),
    road: colourOf(road),
    ink: colourOf(ink),
  }
  probe.remove()
  return colours
}

/** Undefined in a browser without WebGL. */
function tryTo<Value>(make: () => Value): Value | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
