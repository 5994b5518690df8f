'use client'

import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AreaMap } from '../../model/area-geometry.ts'
import { viewAround } from '../../model/hotels/fit-view.ts'
import type { MapPoint } from '../../model/hotels/map-tags.ts'
import { type MapSize, type MapView, panned, ZOOM_STEP, zoomed } from '../../model/hotels/map-view.ts'

/** The visible part of a map: first all points, then wherever the reader moves it by drag, wheel, pinch or keys. */
export function useMapView(
  frame: RefObject<HTMLElement | null>,
  area: AreaMap,
  points: readonly MapPoint[],
  textScale: number,
) {
  const [size, setSize] = useState<MapSize>({ width: 600, height: 700 })
  const [moved, setMoved] = useState<MapView | null>(null)
  const fitted = useMemo(() => viewAround(points, size, area, textScale), [points, size, area, textScale])
  const view = moved ?? fitted
  const latest = useRef({ view, size, area, textScale })
  latest.current = { view, size, area, textScale }

  const zoom = useCallback((factor: number, at?: { left: number; top: number }) => {
    setMoved((before) => zoomed(before ?? latest.current.view, factor, latest.current.size, latest.current.area, at))
  }, [])
  const pan = useCallback((left: number, top: number) => {
    setMoved((before) => panned(before ?? latest.current.view, { left, top }, latest.current.size, latest.current.area))
  }, [])
  const show = useCallback((wanted: readonly MapPoint[]) => {
    setMoved(viewAround(wanted, latest.current.size, latest.current.area, latest.current.textScale))
  }, [])

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      if (width > 0 && height > 0) setSize({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])

  useEffect(() => {
    const element = frame.current
    if (!element) return
    return listenToPointers(element, { zoom, pan })
  }, [frame, zoom, pan])

  /** Whether the reader has moved or zoomed since the points were fitted. */
  const isMoved = moved !== null
  return { size, view, isMoved, zoom, pan, show }
}

/** The height of a wheel line in px, for browsers that count lines. */
const LINE_PX = 16

/** The zoom factor of a wheel turn. A touchpad pinch arrives as a wheel event with Ctrl, in smaller steps. */
export function wheelFactor({
  deltaY,
  deltaMode,
  ctrlKey,
}: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>): number {
  const px = deltaMode === 1 ? deltaY * LINE_PX : deltaY
  const most = 240
  return Math.exp(-Math.max(-most, Math.min(most, px)) / (ctrlKey ? 100 : 300))
}

/** Dragging moves the map; two fingers and the wheel zoom it. */
function listenToPointers(
  element: HTMLElement,
  { zoom, pan }: Pick<ReturnType<typeof useMapView>, 'zoom' | 'pan'>,
): () => void {
  const pointers = new Map<number, { x: number; y: number }>()
  const listeners = new AbortController()
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
    options?: AddEventListenerOptions,
  ) => element.addEventListener(type, listener, { ...options, signal: listeners.signal })
  const isOnButton = ({ target }: Event) => target instanceof Element && target.closest('button') !== null
  const placeOf = ({ x, y }: { x: number; y: number }) => {
    const box = element.getBoundingClientRect()
    return { left: x - box.left, top: y - box.top }
  }

  on('pointerdown', (event) => {
    if (event.button !== 0 || isOnButton(event)) return
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    element.setPointerCapture(event.pointerId)
  })
  on('pointermove', (event) => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const [other] = [...pointers].flatMap(([id, at]) => (id === event.pointerId ? [] : [at]))
    pointers.set(event.pointerId, now)
    if (!other) pan(before.x - now.x, before.y - now.y)
    else {
      const apart = (at: { x: number; y: number }) => Math.max(1, Math.hypot(at.x - other.x, at.y - other.y))
      zoom(apart(now) / apart(before), placeOf({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }))
    }
  })
  const leave = (event: PointerEvent) => pointers.delete(event.pointerId)
  on('pointerup', leave)
  on('pointercancel', leave)
  on('dblclick', (event) => {
    if (!isOnButton(event)) zoom(ZOOM_STEP, placeOf({ x: event.clientX, y: event.clientY }))
  })
  on(
    'wheel',
    (event) => {
      event.preventDefault()
      zoom(wheelFactor(event), placeOf({ x: event.clientX, y: event.clientY }))
    },
    { passive: false },
  )
  return () => listeners.abort()
}
