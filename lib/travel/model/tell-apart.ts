/** An offer with the additional texts that distinguish it from similar ones. */
interface ToldApart<Offer> {
  offer: Offer
  more: string[]
}

type MoreTexts = readonly [first: readonly string[], last: readonly string[]]

interface Words<Offer> {
  /** The text that every offer shows, without its price. */
  looksOf: (offer: Offer) => string
  /** Further texts, which may distinguish offers that look the same. `last` is for offers that `first` leaves equal. */
  moreOf: (offer: Offer) => MoreTexts
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
  const described = offers.map((offer) => ({ offer, looks: looksOf(offer), texts: moreOf(offer), more: [] }))
  const told = new Map<string, ToldApart<Offer>>()
  for (const each of withUnshared(withUnshared(described, 0), 1)) {
    const { offer, more } = each
    const identity = identityOf(each)
    if (!told.has(identity) || isKept(offer)) told.set(identity, { offer, more })
  }
  const byOffer = new Map([...told.values()].map((each) => [each.offer, each]))
  return offers.flatMap((offer) => byOffer.get(offer) ?? [])
}

interface Described<Offer> extends ToldApart<Offer> {
  looks: string
  texts: MoreTexts
}

const identityOf = ({ looks, more }: Pick<Described<unknown>, 'looks' | 'more'>): string =>
  JSON.stringify([looks, more.toSorted()])

/** Adds the first or last texts to offers that are equal without them, except the texts that these offers share. */
function withUnshared<Offer>(described: readonly Described<Offer>[], at: 0 | 1): Described<Offer>[] {
  const textsOf = ({ texts }: Described<Offer>) => new Set(texts[at])
  const shared = new Map(
    [...Map.groupBy(described, identityOf)].map(([identity, alike]) => [identity, sharedTexts(alike.map(textsOf))]),
  )
  return described.map((each) => {
    const common = shared.get(identityOf(each))
    return { ...each, more: [...each.more, ...[...textsOf(each)].filter((text) => !common?.has(text))] }
  })
}

/** The texts that all these offers share. For a single offer, these are all its texts. */
function sharedTexts(alike: readonly ReadonlySet<string>[]): Set<string> {
  const counts = new Map<string, number>()
  for (const text of alike.flatMap((texts) => [...texts])) counts.set(text, (counts.get(text) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count === alike.length).map(([text]) => text))
}
