/** An offer with the additional texts that distinguish it from similar ones. */
export interface ToldApart<Offer> {
  offer: Offer
  more: string[]
}

interface Words<Offer> {
  /** The text that every offer shows, without its price. */
  looksOf: (offer: Offer) => string
  /** Further texts, which may distinguish offers that look the same. */
  moreOf: (offer: Offer) => readonly string[]
  /** Keeps this offer even if it equals another. */
  isKept: (offer: Offer) => boolean
}

/**
 * The offers in order. An offer that looks the same as others gets its further texts, except those that all of these
 * offers share. Of offers that are still equal, only one remains: the offer to keep, else the first.
 */
export function tellApart<Offer>(
  offers: readonly Offer[],
  { looksOf, moreOf, isKept }: Words<Offer>,
): ToldApart<Offer>[] {
  const described = offers.map((offer) => ({ offer, looks: looksOf(offer), texts: new Set(moreOf(offer)) }))
  const shared = new Map(
    [...Map.groupBy(described, ({ looks }) => looks)].map(([looks, alike]) => [looks, sharedTexts(alike)]),
  )
  const told = new Map<string, ToldApart<Offer>>()
  for (const { offer, looks, texts } of described) {
    const more = [...texts].filter((text) => !shared.get(looks)?.has(text))
    const identity = JSON.stringify([looks, more.toSorted()])
    if (!told.has(identity) || isKept(offer)) told.set(identity, { offer, more })
  }
  const byOffer = new Map([...told.values()].map((each) => [each.offer, each]))
  return offers.flatMap((offer) => byOffer.get(offer) ?? [])
}

/** The texts that all these offers share. For a single offer, these are all its texts. */
function sharedTexts(alike: readonly { texts: ReadonlySet<string> }[]): Set<string> {
  const counts = new Map<string, number>()
  for (const text of alike.flatMap(({ texts }) => [...texts])) counts.set(text, (counts.get(text) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count === alike.length).map(([text]) => text))
}
