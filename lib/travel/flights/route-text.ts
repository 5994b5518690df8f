type Hop = { readonly origin: string; readonly destination: string }

/** A trip's places: "Amsterdam to New York to Aruba". A comma stands where it goes on from another place. */
export function routeText(hops: readonly Hop[], nameOf: (code: string) => string): string {
  return hops
    .map(({ origin, destination }, at) => {
      const isConnected = hops[at - 1]?.destination === origin
      return `${isConnected ? ' to ' : `${at > 0 ? ', ' : ''}${nameOf(origin)} to `}${nameOf(destination)}`
    })
    .join('')
}
