import { imageSize } from 'image-size'

/** A picture that a browser can show without running anything. */
export type Photo = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }

/** By the format that the bytes have. SVG is not among them: it may hold scripts. */
const types = new Map([
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
])

/** A small file can hold a picture that needs gigabytes when a browser draws it. */
const maxSide = 10_000
const maxPixels = 40_000_000

type Answer = { readonly headers: ReadonlyArray<readonly [string, string]>; readonly body: Uint8Array }

/** The picture of an answer, if the server calls it one, its bytes are one of the same type, and it is not too large. */
export function readPhoto({ headers, body }: Answer): Photo | undefined {
  const stated = headers
    .find(([name]) => name === 'content-type')?.[1]
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase()
  const size = sizeOf(body)
  const type = types.get(size?.type ?? '')
  if (size === undefined || type === undefined || type !== stated) return undefined
  const { width, height } = size
  if (!(width > 0 && height > 0) || Math.max(width, height) > maxSide || width * height > maxPixels) return undefined
  return { bytes: Uint8Array.from(body), type }
}

function sizeOf(body: Uint8Array): ReturnType<typeof imageSize> | undefined {
  try {
    return imageSize(body)
  } catch {
    return undefined
  }
}
