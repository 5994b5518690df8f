import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ConsolePlan, PlanLine, type PlanRequest } from '../model/console-install.ts'
import { ConsoleError, followConsole } from './call-console.ts'

export type PlanStep = Extract<PlanLine, { type: 'fetch' | 'check' }>

/**
 * The plan of an installation or update, with the steps so far. It is planned once, and again on request only.
 *
 * @param keptMs how long another page can show the plan after this one, without planning again
 */
export function usePlan(request: PlanRequest, keptMs = 0) {
  const client = useQueryClient()
  const [steps, setSteps] = useState<readonly PlanStep[]>([])
  const queryKey = ['skill-plans', JSON.stringify(request)]
  const { data, error, isFetching } = useQuery<ConsolePlan, ConsoleError>({
    queryKey,
    async queryFn({ signal }) {
      setSteps([])
      const call = { method: 'POST', body: request, signal } as const
      for await (const line of followConsole(PlanLine, '/skill-plans', call)) {
        if (line.type === 'plan') return line.plan
        if (line.type === 'problem') throw new ConsoleError('CONFLICT', line.message)
        setSteps((before) => [...before, line])
      }
      throw new ConsoleError('INTERNAL', 'The app stopped before it knew everything. Try again.')
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  return {
    plan: data,
    error,
    isPlanning: isFetching,
    steps,
    cancel: () => void client.cancelQueries({ queryKey }),
    planAgain: () => void client.resetQueries({ queryKey }),
  }
}
