import { open } from 'node:fs/promises'
import { PMTiles, type RangeResponse, type Source, TileType } from 'pmtiles'
import * as z from 'zod'
import type { MapSettings } from '#lib/platform/server/env/map-settings.ts'
import type { Log } from '#runner/core/ports.ts'
import type { MapTiles } from '../../model/map-tiles.ts'

export type TileSource = {
  /** Undefined: maps are drawn without tiles. */
  forPages(): Promise<MapTiles | undefined>
  /** A tile of the file, decompressed; undefined if it has none. */
  tile(z: number, x: number, y: number): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** Servers do not say which zooms they have; those of common schemas end here. */
const serverMaxZoom = 14
const Metadata = z.object({ attribution: z.string().max(2000).optional() }).catch({})

/** The tiles that the operator configured. A file that cannot be read is logged once, and maps do without it. */
export function createTileSource(settings: MapSettings | undefined, log: Pick<Log, 'error'>): TileSource {
  if (settings?.kind === 'server') {
    const { url, attribution } = settings
    return { forPages: async () => ({ url, attribution, maxZoom: serverMaxZoom }), tile: async () => undefined }
  }
  const archive = settings && new PMTiles(fileSource(settings.path))
  let opened: Promise<MapTiles | undefined> | undefined

  async function describe(): Promise<MapTiles | undefined> {
    if (archive === undefined) return undefined
    try {
      const { tileType, maxZoom } = await archive.getHeader()
      if (tileType !== TileType.Mvt) throw new TypeError('the file has no vector tiles')
      const { attribution = '' } = Metadata.parse(await archive.getMetadata())
      return { url: '/api/map-tiles/{z}/{x}/{y}', attribution: settings?.attribution ?? textOf(attribution), maxZoom }
    } catch (cause) {
      log.error('TRAVEL_MAP_TILES cannot be read: maps are drawn without it', { cause })
      return undefined
    }
  }

  const forPages = () => {
    opened ??= describe()
    return opened
  }
  return {
    forPages,
    async tile(zoom, x, y) {
      if ((await forPages()) === undefined) return undefined
      const found = await archive?.getZxy(zoom, x, y)
      return found && new Uint8Array(found.data)
    },
  }
}

/** Reads parts of a file, and never the whole: a country's file has gigabytes. */
const fileSource = (path: string): Source => ({
  getKey: () => path,
  async getBytes(offset, length): Promise<RangeResponse> {
    await using file = await open(/* turbopackIgnore: true */ path)
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
    return { data: buffer.buffer.slice(0, bytesRead) }
  },
})

/** An attribution is HTML with links in most files. Pages show its text. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .trim()
