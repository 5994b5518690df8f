import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { type ConsoleError, callConsole } from './call-console.ts'
import { useFirstAnswer } from './first-answers.ts'

type ReadOptions<Answer> = {
  /** How often to read again, in ms; 0 for never. */
  readonly pollMs?: (answer: Answer | undefined) => number
  /** Keeps the answer of the previous path until the new path answers. */
  readonly keepsPrevious?: boolean
  /** Whether to ask at all. */
  readonly isAsked?: boolean
}

/** A key has an item for each segment of the path: a change of `/profiles` also concerns `/profiles/prof_1`. */
export const keyOf = (path: string): string[] => ['console', ...path.split(/[/?]/).filter(Boolean)]

/** A path below `/api/console` with its query. */
export const pathWith = (path: string, query: URLSearchParams): string => (query.size === 0 ? path : `${path}?${query}`)

/** The answer of a route below `/api/console`, kept up to date. */
export function useConsoleQuery<Schema extends z.ZodType>(
  answer: Schema,
  path: string,
  { pollMs, keepsPrevious = false, isAsked = true }: ReadOptions<z.output<Schema>> = {},
) {
  return useQuery<z.output<Schema>, ConsoleError>({
    queryKey: keyOf(path),
    queryFn: ({ signal }) => callConsole(answer, path, { signal }),
    ...useFirstAnswer(answer, path),
    enabled: isAsked,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(pollMs ? { refetchInterval: ({ state }) => pollMs(state.data) || false } : {}),
  })
}

type ChangeOptions<Input> = {
  readonly method?: 'POST' | 'PATCH' | 'DELETE'
  /** Absent: an input that is an object. */
  readonly body?: (input: Input) => unknown
  /** The change removes what the page shows, so that the page is left. */
  readonly leaves?: boolean
  /** Shows the change before the server confirms it, and reverts it if it fails. */
  readonly shows?: ShownChange<Input>
}

/** How the answers of `path`, and of the paths below it, look after a change. */
type ShownChange<Input> = {
  readonly path: string
  readonly changed: (answer: unknown, input: Input) => unknown
}

/** A `ShownChange` of answers that match a schema. Other answers below the path stay as they are. */
export const showChange = <Schema extends z.ZodType, Input>(
  path: string,
  schema: Schema,
  changed: (answer: z.output<Schema>, input: Input) => z.output<Schema>,
): ShownChange<Input> => ({
  path,
  changed: (answer, input) => {
    const read = schema.safeParse(answer)
    return read.success ? changed(read.data, input) : answer
  },
})

/** A change through a route below `/api/console`. Every answer that the page shows is then requested again. */
export function useConsoleChange<Schema extends z.ZodType, Input = void>(
  answer: Schema,
  path: string | ((input: Input) => string),
  { method = 'POST', body = objectOf, leaves = false, shows }: ChangeOptions<Input> = {},
) {
  const client = useQueryClient()
  return useMutation<z.output<Schema>, ConsoleError, Input, (() => void) | undefined>({
    mutationFn: (input) =>
      callConsole(answer, typeof path === 'string' ? path : path(input), { method, body: body(input) }),
    onMutate: (input) => (shows ? showAtOnce(client, shows, input) : undefined),
    onError: (_error, _input, takeBack) => takeBack?.(),
    // Not awaited, because the new data may remove the form before the form reports the result.
    onSettled: (_done, error) => void staleAll(client, leaves && error === null),
  })
}

const objectOf = (input: unknown) => (typeof input === 'object' ? input : undefined)

/** Requests again what the page shows, and everything else once it is shown. `isLeft`: nothing that the page shows. */
export const staleAll = (client: QueryClient, isLeft = false): Promise<void> =>
  client.invalidateQueries({ queryKey: ['console'], refetchType: isLeft ? 'none' : 'active' })

/** Shows a change at once. Returns a function that reverts it. */
async function showAtOnce<Input>(client: QueryClient, { path, changed }: ShownChange<Input>, input: Input) {
  const queryKey = keyOf(path)
  // Cancels pending requests, because their answers are older than the change.
  await client.cancelQueries({ queryKey })
  const before = client.getQueriesData<unknown>({ queryKey })
  for (const [key, data] of before) if (data !== undefined) client.setQueryData(key, changed(data, input))
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}

/**
 * Shows this page with another query, as a new entry of the history. The page reads its query with `useSearchParams` and
 * asks for its own data, so it does not wait for the server's answer to the same page.
 *
 * @param address the page's path with the query
 */
export const showQuery = (address: string): void => window.history.pushState(null, '', address)
