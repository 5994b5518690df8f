import { LimitChange } from '#lib/agents/model/usage-limit.ts'
import { ConsoleCost, type CostRange, costPath } from '../model/console-cost.ts'
import { showChange, useConsoleChange, useConsoleQuery } from './use-console.ts'

const pollMs = 30_000

export const useCost = (range: CostRange) =>
  useConsoleQuery(ConsoleCost, costPath(range), { pollMs: () => pollMs, keepsPrevious: true })

export const useSetLimit = () =>
  useConsoleChange(LimitChange, {
    path: () => '/cost-limits',
    invalidates: ['/cost'],
    shows: showChange('/cost', ConsoleCost, (cost, { owner, ...limits }: LimitChange) => ({
      ...cost,
      limits: cost.limits.map((limit) => (limit.owner.id === owner ? { ...limit, ...limits } : limit)),
    })),
  })
