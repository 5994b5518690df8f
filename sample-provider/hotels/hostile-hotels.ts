import type { HostileFault } from '../faults.ts'

const MANY = 10_000
const SCRIPT = '<script>alert(1)</script>'
const HALF_PAIR = 'A\ud800B\udc00'
const WORDS = ['name', 'text', 'description', 'category']
const AMOUNTS = ['total', 'base', 'amount']

/** What hotels and offers lack, in turn. */
const MISSING = [
  ['geoCode', 'price'],
  ['hotelId'],
  ['name', 'room'],
  ['distance', 'total'],
  ['chainCode', 'dupeId', 'guests'],
  ['address', 'offers'],
  ['rating', 'checkInDate', 'checkOutDate'],
  ['hotel'],
  ['iataCode', 'id', 'variations', 'policies'],
]

/** A good answer, made into one that no provider should give: a list of hotels, or offers. */
export function hostileHotels(answer: { data: object }, fault: HostileFault): object {
  const { data } = answer
  switch (fault) {
    case 'many-offers':
      return Array.isArray(data) ? { ...answer, data: repeated(data) } : answer
    case 'missing-fields':
      return { ...answer, data: listed(data).map((item, at) => without(item, MISSING[at % MISSING.length] ?? [])) }
    case 'wrong-currency':
      return rewrite(answer, (key, value) => (key === 'currency' ? 'usd' : value))
    case 'negative-price':
      return rewrite(answer, (key, value) => (AMOUNTS.includes(key) && typeof value === 'string' ? `-${value}` : value))
    case 'arrives-first':
      return rewrite(answer, (key, value) => (key === 'checkOutDate' ? '2001-01-01' : value))
    case 'duplicate-ids':
      return rewrite(answer, (key, value) => (key === 'hotelId' || key === 'id' ? 'QHPAR001' : value))
    case 'script':
      return renamed(answer, SCRIPT)
    case 'lone-surrogates':
      return renamed(answer, HALF_PAIR)
  }
}

function listed(data: object): unknown[] {
  return Array.isArray(data) ? data : [data]
}

function repeated(data: readonly unknown[]): unknown[] {
  return Array.from({ length: MANY }, (_, at) => data[at % data.length])
}

function without(item: unknown, missing: readonly string[]): unknown {
  return rewrite({ item }, (key, value) => (missing.includes(key) ? undefined : value)).item
}

function renamed(answer: object, name: string): object {
  return rewrite(answer, (key, value) => (WORDS.includes(key) && typeof value === 'string' ? name : value))
}

/** A copy in which every field has gone through `change`, the outer ones first; undefined leaves a field out. */
function rewrite(value: object, change: (key: string, value: unknown) => unknown): Record<string, unknown> {
  const inner = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(inner)
    return typeof item === 'object' && item !== null ? rewrite(item, change) : item
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const changed = change(key, item)
      return changed === undefined ? [] : [[key, inner(changed)]]
    }),
  )
}
