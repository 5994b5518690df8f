import { useRouter } from 'next/navigation'

/** Sets one filter of a list in the page's address, beside the valid others. Empty: without it. Begins at the first page. */
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
