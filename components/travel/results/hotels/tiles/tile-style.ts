import type { StyleSpecification } from 'maplibre-gl'
import type { MapTiles } from '#lib/travel/model/map-tiles.ts'

/** The colours of the map, as the browser resolves them in the current theme. */
export type TileColours = Readonly<Record<'land' | 'water' | 'coast' | 'park' | 'road' | 'ink', string>>

type Layer = StyleSpecification['layers'][number]
type Filter = NonNullable<Extract<Layer, { type: 'line' }>['filter']>

const source = 'tiles'
const parks = ['park', 'forest', 'wood', 'nature_reserve', 'grass', 'garden', 'national_park', 'cemetery']
const mainRoads = ['highway', 'major_road', 'motorway', 'trunk', 'primary', 'secondary']
const minorRoads = ['medium_road', 'minor_road', 'tertiary', 'minor', 'street']
const settlements = ['locality', 'neighbourhood', 'city', 'town', 'village', 'suburb', 'quarter']

/** Schemas call the kind of a feature `kind` or `class`. */
const isOneOf = (kinds: readonly string[]): Filter => [
  'in',
  ['coalesce', ['get', 'kind'], ['get', 'class']],
  ['literal', [...kinds]],
]

/**
 * The app's own look: land, water, parks, main roads, rails and names of places, without shops. It draws the layers of
 * the Protomaps and of the OpenMapTiles schema; those that the tiles lack stay empty. Names are in the language of the
 * page if the tiles have it. Letters are drawn by the browser, so no fonts are fetched.
 */
export function tileStyle({ url, maxZoom }: MapTiles, colours: TileColours, language: string): StyleSpecification {
  const { land, water, coast, park, road, ink } = colours
  const fill = (id: string, layer: string, colour: string, filter?: Filter): Layer => ({
    id,
    type: 'fill',
    source,
    'source-layer': layer,
    paint: { 'fill-color': colour },
    ...(filter && { filter }),
  })
  const line = (
    layer: string,
    id: string,
    kinds: readonly string[],
    colour: string,
    widths: [number, number],
  ): Layer => ({
    id: `${layer} ${id}`,
    type: 'line',
    source,
    'source-layer': layer,
    filter: isOneOf(kinds),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': colour,
      'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 9, widths[0], 16, widths[1]],
    },
  })
  const names = (layer: string): Layer => ({
    id: layer,
    type: 'symbol',
    source,
    'source-layer': layer,
    filter: isOneOf(settlements),
    layout: {
      'text-field': ['coalesce', ['get', `name:${language}`], ['get', 'name']],
      'text-font': ['sans-serif'],
      'text-size': 12,
      'text-padding': 6,
    },
    paint: { 'text-color': ink, 'text-halo-color': land, 'text-halo-width': 1.5 },
  })
  return {
    version: 8,
    sources: {
      [source]: { type: 'vector', tiles: [url.startsWith('/') ? window.location.origin + url : url], maxzoom: maxZoom },
    },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': land } },
      fill('earth', 'earth', land),
      ...['landuse', 'landcover', 'park'].map((layer) => fill(layer, layer, park, isOneOf(parks))),
      fill('water', 'water', water),
      ...['roads', 'transportation'].flatMap((layer) => [
        line(layer, 'rail', ['rail', 'transit'], coast, [0.5, 1]),
        line(layer, 'minor', minorRoads, road, [0, 5]),
        line(layer, 'main', mainRoads, road, [1, 9]),
      ]),
      ...['places', 'place'].map(names),
    ],
  }
}
