import { LimitChange } from '#lib/agents/model/usage-limit.ts'
import { ConsoleCost, type CostRange, costPath } from '../model/console-cost.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

const pollMs = 30_000

export const useCost = (range: CostRange) =>
  useConsoleQuery(ConsoleCost, costPath(range), { pollMs: () => pollMs, keepsPrevious: true })

export const useSetLimit = () => useConsoleChange(LimitChange, { path: () => '/cost-limits', invalidates: ['/cost'] })
