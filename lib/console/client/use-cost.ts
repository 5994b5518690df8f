import { type LimitChange, Limits } from '#lib/agents/model/usage-limit.ts'
import { ConsoleCost, type CostRange, costPath } from '../model/console-cost.ts'
import { showChange, useConsoleChange, useConsoleQuery } from './use-console.ts'

const pollMs = 30_000

export const useCost = (range: CostRange) =>
  useConsoleQuery(ConsoleCost, costPath(range), { pollMs: () => pollMs, keepsPrevious: true })

const changed = (wish: number | null | undefined, before: number | null) => (wish === undefined ? before : wish)

export const useSetLimit = () =>
  useConsoleChange(Limits, {
    path: () => '/cost-limits',
    invalidates: ['/cost'],
    shows: showChange('/cost', ConsoleCost, (cost, { owner, per_hour, per_day }: LimitChange) => ({
      ...cost,
      limits: cost.limits.map((limit) =>
        limit.owner.id === owner
          ? { ...limit, per_hour: changed(per_hour, limit.per_hour), per_day: changed(per_day, limit.per_day) }
          : limit,
      ),
    })),
  })
