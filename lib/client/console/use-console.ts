import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { type ConsoleError, callConsole } from './call-console.ts'

type ReadOptions<Answer> = {
  /** How often to read again, in ms; 0 for never. */
  readonly pollMs?: (answer: Answer | undefined) => number
  /** Keeps what the last path answered until the new one answers. */
  readonly keepsPrevious?: boolean
}

/** The first segments of the path are the key, so that a change of `/profiles` invalidates `/profiles/prof_1` too. */
const keyOf = (path: string): string[] => ['console', ...path.split(/[/?]/).filter(Boolean)]

/** What a route below `/api/console` answers, kept fresh. */
export function useConsoleQuery<Schema extends z.ZodType>(
  answer: Schema,
  path: string,
  { pollMs, keepsPrevious = false }: ReadOptions<z.output<Schema>> = {},
) {
  return useQuery<z.output<Schema>, ConsoleError>({
    queryKey: keyOf(path),
    queryFn: ({ signal }) => callConsole(answer, path, { signal }),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(pollMs ? { refetchInterval: ({ state }) => pollMs(state.data) || false } : {}),
  })
}

type ChangeOptions<Input> = {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: (input: Input) => string
  /** Absent: the input is the body. */
  readonly body?: (input: Input) => unknown
  /** Paths whose answers change with it. */
  readonly invalidates: readonly string[]
}

/** A change through a route below `/api/console`. What it changes is read again. */
export function useConsoleChange<Schema extends z.ZodType, Input>(
  answer: Schema,
  { method, path, body, invalidates }: ChangeOptions<Input>,
) {
  const client = useQueryClient()
  return useMutation<z.output<Schema>, ConsoleError, Input>({
    mutationFn: (input) => callConsole(answer, path(input), { method, body: body ? body(input) : input }),
    // Not awaited: what is read again may remove the form that waits to say what was done.
    onSettled: () => {
      for (const changed of invalidates) void client.invalidateQueries({ queryKey: keyOf(changed) })
    },
  })
}
