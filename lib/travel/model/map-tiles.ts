/** The vector tiles of maps, as pages need them. */
export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}`. Starts with a slash for tiles of the app itself. */
  url: string
  /** Plain text, shown on every map. */
  attribution: string
  /** The closest zoom of the tiles. */
  maxZoom: number
}
