import type { Texts } from '#lib/platform/model/texts.ts'
import { inList } from '../in-list.ts'

type Hop = { readonly origin: string; readonly destination: string }

/** A trip's places: "Amsterdam to New York to Aruba". A comma separates flights that do not connect. */
export function routeText(hops: readonly Hop[], nameOf: (code: string) => string, t: Texts<'flights'>): string {
  return hops.reduce((route, { origin, destination }, at) => {
    const to = nameOf(destination)
    if (hops[at - 1]?.destination === origin) return t('hopOn', { route, to })
    const hop = t('hop', { from: nameOf(origin), to })
    return at === 0 ? hop : inList([route, hop], t)
  }, '')
}
