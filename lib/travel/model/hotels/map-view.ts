import type { AreaMap } from '../area-geometry.ts'

/**
 * The visible part of an area: the point in the middle of the window, in km from the area's centre, and the km per px.
 */
export interface MapView {
  x: number
  y: number
  kmPerPx: number
}

export interface MapSize {
  width: number
  height: number
}

const CLOSEST_KM_PER_PX = 0.002
export const ZOOM_STEP = 1.6

/** The position of a point in the window, in px. */
export function toPx(view: MapView, size: MapSize, point: { x: number; y: number }): { left: number; top: number } {
  return {
    left: size.width / 2 + (point.x - view.x) / view.kmPerPx,
    top: size.height / 2 + (point.y - view.y) / view.kmPerPx,
  }
}

/** Moves the view by the given px; its content moves the other way. */
export function panned(view: MapView, by: { left: number; top: number }, size: MapSize, area: AreaMap): MapView {
  return withinArea({ ...view, x: view.x + by.left * view.kmPerPx, y: view.y + by.top * view.kmPerPx }, size, area)
}

/** Zooms in (`factor` above 1) or out, around the point at `at` (px). */
export function zoomed(
  view: MapView,
  factor: number,
  size: MapSize,
  area: Pick<AreaMap, 'reachKm'>,
  at: { left: number; top: number } = { left: size.width / 2, top: size.height / 2 },
): MapView {
  const widest = (2 * area.reachKm) / Math.max(size.width, size.height, 1)
  const kmPerPx = Math.min(widest, Math.max(CLOSEST_KM_PER_PX, view.kmPerPx / factor))
  const shift = view.kmPerPx - kmPerPx
  const x = view.x + (at.left - size.width / 2) * shift
  const y = view.y + (at.top - size.height / 2) * shift
  return withinArea({ x, y, kmPerPx }, size, area)
}

export function isClosest({ kmPerPx }: MapView): boolean {
  return kmPerPx <= CLOSEST_KM_PER_PX
}

/** Limits a view to the known area. */
export function withinArea(view: MapView, size: MapSize, { reachKm }: Pick<AreaMap, 'reachKm'>): MapView {
  const widest = (2 * reachKm) / Math.max(size.width, size.height, 1)
  const kmPerPx = Math.min(view.kmPerPx, widest)
  const keep = (value: number, px: number) => {
    const most = Math.max(0, reachKm - (px / 2) * kmPerPx)
    return Math.min(most, Math.max(-most, value))
  }
  return { x: keep(view.x, size.width), y: keep(view.y, size.height), kmPerPx }
}

/** The radius for "search this area" in a view, in whole km as the contract requires. */
export function radiusOf({ kmPerPx }: MapView, { width, height }: MapSize): number {
  return Math.min(300, Math.max(1, Math.round((Math.min(width, height) / 2) * kmPerPx)))
}

/** A round length of at most a fifth of the window's width, for the scale and the grid. */
export function roundKm(view: MapView, size: MapSize): number {
  const rough = (size.width / 5) * view.kmPerPx
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 0.001)))
  const factor = [5, 2, 1].find((one) => one * power <= rough) ?? 1
  return Number((factor * power).toPrecision(6))
}
