import { useRouter } from 'next/navigation'

/** Sets one filter in the page's URL and keeps the other valid ones; "" removes it. Returns to the first page. */
export function useFilterAddress<Filters extends Readonly<Record<string, string | undefined>>>(
  path: string,
  filters: Filters,
): (name: keyof Filters & string, value: string) => void {
  const router = useRouter()
  return (name, value) => {
    const query = new URLSearchParams(
      Object.entries(filters).flatMap(([known, chosen]) => (chosen === undefined ? [] : [[known, chosen]])),
    )
    if (value === '') query.delete(name)
    else query.set(name, value)
    router.push(`${path}?${query}`, { scroll: false })
  }
}
